import * as E from 'fp-ts/lib/Either.js';
import type { Word } from '../../../../domain/composition/fields/word.js';
import { askServer, type OpenAiServer, ServerError, unreadable } from '../../openai/ask-server.js';
import type { SegmentToRecognise, Recogniser } from '../recogniser.js';
import { transcriptionFailed } from '../transcription-failed.js';
import { waveOfPart } from '../speech-file.js';
import { TranscriptionResponse, wordsOfResponse } from './response.js';

/** Five minutes of audio are 9.6 MB: less than the 25 MB that hosted endpoints accept. */
const LONGEST_SEGMENT_MS = 300_000;
/** Hosted endpoints process requests in parallel; a local one queues them. */
const LANES = 2;
const TIMEOUT_MS = 600_000;
const MOST_ANSWER_BYTES = 16 * 1024 * 1024;
const SERVICE = 'the transcription service';

/** The multipart form as bytes, so that it can be resent. */
const formOf = async (fields: FormData): Promise<{ readonly type: string; readonly body: Buffer }> => {
  const encoded = new Response(fields);
  const body = Buffer.from(await encoded.arrayBuffer());
  return { type: encoded.headers.get('content-type') ?? '', body };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(SERVICE);
  }
};

const decoded = (text: string): ReadonlyArray<Word> => {
  const response = TranscriptionResponse.decode(parsed(text));
  if (E.isLeft(response)) throw unreadable(SERVICE);
  const words = wordsOfResponse(response.right);
  if (words === undefined)
    throw new ServerError(`${SERVICE} returned text without timestamps`, { retryable: false });
  return words;
};

const recognise = async (
  endpoint: OpenAiServer,
  { sound, segment, languageCode, signal }: SegmentToRecognise,
): Promise<ReadonlyArray<Word>> => {
  const fields = new FormData();
  const wave = await waveOfPart(sound, segment.startMs, segment.endMs);
  fields.set('file', new Blob([wave], { type: 'audio/wav' }), 'speech.wav');
  fields.set('model', endpoint.model);
  fields.set('language', languageCode.slice(0, 2)); // ISO 639-1
  fields.set('response_format', 'verbose_json');
  fields.set('temperature', '0'); // the same words each time
  fields.append('timestamp_granularities[]', 'word');
  fields.append('timestamp_granularities[]', 'segment');
  try {
    const answer = await askServer(endpoint, {
      service: SERVICE,
      path: '/audio/transcriptions',
      accept: 'application/json',
      ...(await formOf(fields)),
      maxResponseBytes: MOST_ANSWER_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return decoded(answer.toString());
  } catch (error) {
    if (error instanceof ServerError) throw transcriptionFailed(error.message, error.circumstances);
    throw error;
  }
};

/**
 * Any server with OpenAI's `POST /v1/audio/transcriptions` and word times: hosted ones, faster-whisper, whisper.cpp.
 * Requests are retried, within limits, when the server is busy, failing or unreachable.
 */
export const openAiCompatibleEndpoint = (endpoint: OpenAiServer): Recogniser => ({
  name: () => Promise.resolve(`${endpoint.model} at ${new URL(endpoint.url).host}`),
  longestSegmentMs: LONGEST_SEGMENT_MS,
  lanes: LANES,
  recognise: (part) => recognise(endpoint, part),
});
