import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Speech } from '../../../domain/composition/fields/speech.js';
import { MOST_SPOKEN_BYTES, type SpeechEngine } from '../../../workers/render/ports/speech-engine.js';
import { askServer, type OpenAiServer, unreadable } from '../openai/ask-server.js';
import { speechFailure } from './speech-failed.js';
import { wholeWave } from './wave.js';

const SERVICE = 'the speech service';
const TIMEOUT_MS = 120_000;
/** A voice that OpenAI's models have, and most servers that speak its protocol. */
const DEFAULT_VOICE = 'alloy';

const speak = async (server: OpenAiServer, speech: Speech, signal: AbortSignal): Promise<Uint8Array> => {
  const { text, voice = DEFAULT_VOICE, speed = 1 } = speech;
  // There is no field for the language: the models find it.
  const request = { model: server.model, input: text, voice, speed, response_format: 'wav' };
  const answer = await askServer(server, {
    service: SERVICE,
    path: '/audio/speech',
    type: 'application/json',
    accept: 'audio/wav',
    body: Buffer.from(JSON.stringify(request)),
    maxResponseBytes: MOST_SPOKEN_BYTES,
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  const wave = wholeWave(answer);
  if (!wave) throw unreadable(SERVICE);
  return wave;
};

/**
 * Any server with OpenAI's `POST /v1/audio/speech`: a hosted one, Kokoro, Piper or LocalAI. Requests are retried,
 * within limits, when the server is busy, failing or unreachable.
 */
export const openAiSpeech = (server: OpenAiServer): SpeechEngine => ({
  name: TE.right(`${server.model} at ${new URL(server.url).host}`),
  speak: (speech, signal) => TE.tryCatch(() => speak(server, speech, signal), speechFailure),
});
