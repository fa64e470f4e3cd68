/**
 * Transcription of synthetic speech by each adapter: speed as a multiple of real time, word error rate, and how far
 * words stand from where they are spoken.
 * The endpoint is the one at TRANSCRIBER_URL (with TRANSCRIBER_API_KEY, TRANSCRIBER_MODEL); without it a local
 * server that speaks the protocol and recognises with pocketsphinx, which then shows the cost of the protocol alone.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transcript } from '../../workers/render/ports/transcriber.js';
import { openAiCompatibleEndpoint } from '../../infrastructure/rendering/transcription/openai/endpoint.js';
import { pocketsphinx } from '../../infrastructure/rendering/transcription/pocketsphinx/pocketsphinx.js';
import type { Recogniser } from '../../infrastructure/rendering/transcription/recogniser.js';
import { speechTranscriber } from '../../infrastructure/rendering/transcription/speech-transcriber.js';
import { startRecognisingServer } from '../support/servers/recognising-server.js';
import { rightOf } from '../support/right-of.js';
import {
  joined,
  millisecondsOf,
  plainWords,
  sentenceWithTimes,
  silence,
  spoken,
  type Voice,
  wordErrorRate,
  writeWave,
} from '../support/renders/speech.js';

const TEXT = `Welcome to our short guide about making good videos at home. First you should choose a quiet room
with plenty of light from a window. Put the camera on a table or a stand so that it does not move. Speak slowly and
look at the lens as if it were a friend. When you are finished, listen to the recording again and write down what
you would like to change. Most people need three or four tries before they are happy with the result.`;

const SENTENCES = [
  'the quick brown fox jumps over the lazy dog and runs into the forest behind the house',
  'today we will learn how to make a video with words on the screen',
  'my brother wants to buy a new car but he has no money in the bank',
];

const VOICES: ReadonlyArray<Voice> = [
  ...['slt', 'rms', 'awb', 'kal16'].map((name) => ({ engine: 'flite', name }) as const),
  ...['en-us', 'en-gb'].map((name) => ({ engine: 'espeak-ng', name }) as const),
];

/** Caches nothing, so that all audio is really recognised. */
const noCache = { find: () => Promise.resolve(undefined), keep: () => Promise.resolve() };

const folder = await mkdtemp(join(tmpdir(), 'bench-transcribe-'));

const timed = async (
  recogniser: Recogniser,
  samples: Int16Array,
): Promise<{ readonly transcript: Transcript; readonly speed: number }> => {
  const wavPath = await writeWave(join(folder, 'sound.wav'), samples);
  const { signal } = new AbortController();
  const speech = { wavPath, languageCode: 'en-US', signal, onProgress: () => undefined } as const;
  const began = performance.now();
  const transcript = rightOf(await speechTranscriber(recogniser, noCache).transcribe(speech)());
  return { transcript, speed: millisecondsOf(samples) / (performance.now() - began) };
};

const wordsOf = ({ words }: Transcript): ReadonlyArray<string> =>
  words.flatMap(({ word }) => plainWords(word));

const compareVoices = async (recogniser: Recogniser): Promise<void> => {
  for (const voice of VOICES) {
    const samples = await spoken(TEXT, voice);
    const { transcript, speed } = await timed(recogniser, samples);
    const errors = wordErrorRate(plainWords(TEXT), wordsOf(transcript));
    const name = `${voice.engine} ${voice.name}`.padEnd(16);
    console.log(
      `  ${name} ${(errors * 100).toFixed(0).padStart(3)} % wrong, ${speed.toFixed(1)} x real time`,
    );
  }
};

/** Differences in ms between the recognised and the actual times of words, smallest first. */
const timeErrors = async (recogniser: Recogniser): Promise<ReadonlyArray<number>> => {
  const errors: number[] = [];
  for (const sentence of SENTENCES) {
    const known = await sentenceWithTimes(sentence);
    const { transcript } = await timed(recogniser, known.samples);
    for (const { word, start, end } of known.words) {
      const heard = transcript.words.find(
        (each) => each.word.toLowerCase() === word && Math.abs(each.start - start) < 500,
      );
      if (heard) errors.push(Math.abs(heard.start - start), Math.abs(heard.end - end));
    }
  }
  return errors.toSorted((a, b) => a - b);
};

const bench = async (title: string, recogniser: Recogniser): Promise<void> => {
  console.log(`${title}: ${await recogniser.name()}`);
  await compareVoices(recogniser);
  const errors = await timeErrors(recogniser);
  const at = (share: number): string => (errors[Math.floor((errors.length - 1) * share)] ?? NaN).toFixed(0);
  console.log(`  times of ${errors.length / 2} words: median ${at(0.5)} ms off, worst ${at(1)} ms off`);
};

const benchLanes = async (): Promise<void> => {
  const voice = await spoken(TEXT);
  const long = joined([1, 2, 3, 4].flatMap(() => [voice, silence(2000)]));
  for (const lanes of [1, availableParallelism()]) {
    const { speed } = await timed(pocketsphinx({ warn: console.warn, lanes }), long);
    const seconds = Math.round(millisecondsOf(long) / 1000);
    console.log(`  ${seconds} s of sound in ${lanes} lane(s): ${speed.toFixed(1)} x real time`);
  }
};

console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`);
const { TRANSCRIBER_URL, TRANSCRIBER_API_KEY, TRANSCRIBER_MODEL = 'whisper-1' } = process.env;
const server = TRANSCRIBER_URL === undefined ? await startRecognisingServer() : undefined;
try {
  await bench('pocketsphinx', pocketsphinx({ warn: console.warn }));
  await benchLanes();
  const url = TRANSCRIBER_URL ?? server?.url ?? '';
  const model = TRANSCRIBER_MODEL;
  await bench(
    'endpoint',
    openAiCompatibleEndpoint({ url, apiKey: TRANSCRIBER_API_KEY, model, warn: console.warn }),
  );
} finally {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
}
