import * as TE from 'fp-ts/lib/TaskEither.js';
import pLimit from 'p-limit';
import type { RecordedSpeech, Transcriber } from '../../../workers/render/ports/transcriber.js';
import type { Word } from '../../../domain/composition/fields/word.js';
import { type SpeechSegment, segmentsOf } from './segments.js';
import type { Recogniser } from './recogniser.js';
import { levelsOf } from './sound-levels.js';
import { captionWords } from './spoken-words.js';
import { transcriptionFailure, transcriptionFailed } from './transcription-failed.js';
import { durationMs, openSpeech, type SpeechFile } from './speech-file.js';

const recogniseAll = async (
  recogniser: Recogniser,
  sound: SpeechFile,
  segments: ReadonlyArray<SpeechSegment>,
  speech: RecordedSpeech,
): Promise<ReadonlyArray<Word>> => {
  const inLanes = pLimit(recogniser.lanes);
  const others = new AbortController();
  const signal = AbortSignal.any([speech.signal, others.signal]);
  const totalMs = segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  let doneMs = 0;
  const parts = segments.map((segment) =>
    inLanes(async () => {
      signal.throwIfAborted();
      const { languageCode } = speech;
      const words = await recogniser.recognise({ sound, segment, languageCode, signal });
      doneMs += segment.endMs - segment.startMs;
      speech.onProgress(doneMs / totalMs);
      return words.map(({ word, start, end }) => ({
        word,
        start: segment.startMs + start,
        end: segment.startMs + end,
      }));
    }),
  );
  try {
    return (await Promise.all(parts)).flat();
  } catch (error) {
    others.abort();
    await Promise.allSettled(parts); // no child may outlive the answer
    throw error;
  }
};

const transcribe = async (recogniser: Recogniser, speech: RecordedSpeech): Promise<ReadonlyArray<Word>> => {
  const sound = await openSpeech(speech.path);
  const segments = segmentsOf(await levelsOf(sound, speech.signal), recogniser.longestSegmentMs);
  const words = await recogniseAll(recogniser, sound, segments, speech);
  speech.onProgress(1);
  return captionWords(words, durationMs(sound));
};

/**
 * Transcribes speech with a recogniser. Silence is left out, long audio is cut where it is quietest and several
 * segments are recognised at once. When it fails, nothing that the recogniser started is left running.
 */
export const speechTranscriber = (recogniser: Recogniser): Transcriber => ({
  name: TE.tryCatch(() => recogniser.name(), transcriptionFailure),
  transcribe: (speech) =>
    TE.tryCatch(
      () => transcribe(recogniser, speech),
      (error) =>
        transcriptionFailure(
          speech.signal.aborted
            ? transcriptionFailed('the transcription was stopped', { retryable: true })
            : error,
        ),
    ),
});
