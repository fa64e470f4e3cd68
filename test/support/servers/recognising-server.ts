import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pocketsphinx } from '../../../infrastructure/rendering/transcription/pocketsphinx/pocketsphinx.js';
import { durationMs, openSpeech } from '../../../infrastructure/rendering/transcription/speech-file.js';
import { installedPocketsphinx } from '../renders/installed-recogniser.js';
import {
  type TranscriptionAnswer,
  startTranscriptionServer,
  type TranscriptionServer,
} from './transcription-server.js';

/** The length of the header of a WAV file, in bytes. */
const WAVE_HEADER = 44;

/** Transcribes the request with the local recogniser and responds like OpenAI's server. */
const answeringByRecognition = (onWork: (change: 1 | -1) => void): TranscriptionAnswer => {
  const recogniser = pocketsphinx({ warn: () => undefined, installation: installedPocketsphinx });
  return async ({ file }, signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'transcription-server-'));
    onWork(1);
    try {
      const path = join(folder, 'sound.raw');
      await writeFile(path, file.subarray(WAVE_HEADER));
      const sound = await openSpeech(path);
      const endMs = durationMs(sound);
      const segment = { startMs: 0, endMs: endMs - (endMs % 10) };
      const recognised = await recogniser.recognise({ sound, segment, languageCode: 'en', signal });
      const words = recognised.map(({ word, start, end }) => ({
        word,
        start: start / 1000,
        end: end / 1000,
      }));
      const text = words.map(({ word }) => word).join(' ');
      return { body: { task: 'transcribe', language: 'english', duration: endMs / 1000, text, words } };
    } finally {
      onWork(-1);
      await rm(folder, { recursive: true, force: true });
    }
  };
};

/** A transcription server that really recognises speech; `underWay` counts the requests in progress. */
export const startRecognisingServer = async (): Promise<
  TranscriptionServer & { readonly underWay: () => number }
> => {
  let underWay = 0;
  const server = await startTranscriptionServer(answeringByRecognition((change) => (underWay += change)));
  return { ...server, underWay: () => underWay };
};
