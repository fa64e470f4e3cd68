import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Sample rate of all audio here. */
const RATE = 16_000;

/** A voice of flite (`slt`, `rms`, `awb`, `kal16`) or espeak-ng (`en-us`, `en-gb`). */
export interface Voice {
  readonly engine: 'flite' | 'espeak-ng';
  readonly name: string;
}

export const SLT: Voice = { engine: 'flite', name: 'slt' };

/** A word and when it is spoken, in ms. */
export interface SpokenWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Audio with known words and times. */
export interface KnownSpeech {
  readonly samples: Int16Array;
  readonly words: ReadonlyArray<SpokenWord>;
}

const inFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = await mkdtemp(join(tmpdir(), 'speech-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const samplesOf = (bytes: Buffer): Int16Array =>
  new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));

/** The samples that ffmpeg produces from an input. */
const throughFfmpeg = async (input: ReadonlyArray<string>): Promise<Int16Array> => {
  const args = ['-v', 'error', '-nostdin', ...input, '-f', 's16le', '-ar', String(RATE), '-ac', '1', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 30 });
  return samplesOf(stdout);
};

/** The text, spoken by a synthetic voice. */
export const spoken = (text: string, voice: Voice = SLT): Promise<Int16Array> =>
  inFolder(async (folder) => {
    const file = join(folder, 'voice.wav');
    if (voice.engine === 'flite') await run('flite', ['-voice', voice.name, '-t', text, '-o', file]);
    else await run('espeak-ng', ['-v', voice.name, '-w', file, text]);
    return throughFfmpeg(['-i', file]);
  });

/** Audio from an expression of ffmpeg's audio sources, for example `anoisesrc=c=white`. */
export const synthetic = (source: string, ms: number): Promise<Int16Array> =>
  throughFfmpeg(['-f', 'lavfi', '-t', String(ms / 1000), '-i', source]);

export const silence = (ms: number): Int16Array => new Int16Array(Math.round((ms * RATE) / 1000));

/** Concatenates audio. */
export const joined = (parts: ReadonlyArray<Int16Array>): Int16Array => {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

export const millisecondsOf = (samples: Int16Array): number => (samples.length * 1000) / RATE;

/** Writes the samples as a file without a header. */
export const writeSamples = async (
  path: string,
  { buffer, byteOffset, byteLength }: Int16Array,
): Promise<string> => {
  await writeFile(path, Buffer.from(buffer, byteOffset, byteLength));
  return path;
};

/** Writes the audio as a WAV file with ffmpeg. */
export const writeWave = async (path: string, samples: Int16Array): Promise<string> =>
  inFolder(async (folder) => {
    const raw = await writeSamples(join(folder, 'raw'), samples);
    const format = ['-f', 's16le', '-ar', String(RATE), '-ac', '1'];
    await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...format, '-i', raw, path]);
    return path;
  });

/** Samples below this level are inaudible. */
const AUDIBLE = 300;

/**
 * Words spoken one at a time, each after a pause of the given length in ms, with the interval in which each is audible.
 */
export const wordsApart = async (
  words: ReadonlyArray<{ readonly word: string; readonly pauseMs: number }>,
  voice: Voice = SLT,
): Promise<KnownSpeech> => {
  const parts: Int16Array[] = [];
  const known: SpokenWord[] = [];
  let ms = 0;
  for (const { word, pauseMs } of words) {
    const sound = await spoken(word, voice);
    const first = sound.findIndex((sample) => Math.abs(sample) > AUDIBLE);
    const last = sound.findLastIndex((sample) => Math.abs(sample) > AUDIBLE);
    const heard = sound.subarray(first, last + 1);
    ms += pauseMs;
    known.push({ word, start: ms, end: ms + millisecondsOf(heard) });
    parts.push(silence(pauseMs), heard);
    ms += millisecondsOf(heard);
  }
  return { samples: joined([...parts, silence(500)]), words: known };
};

/** The phones that flite speaks, without pauses, with the second at which each ends. */
const phonesOf = async (text: string, file: string): Promise<ReadonlyArray<{ from: number; to: number }>> => {
  const { stdout } = await run('flite', ['-voice', SLT.name, '-psdur', '-t', text, '-o', file]);
  const phones = stdout
    .trim()
    .split(/\s+/)
    .map((entry) => entry.split(':'));
  return phones.flatMap(([name, end], index) =>
    name === 'pau' ? [] : [{ from: Number(phones[index - 1]?.[1] ?? 0), to: Number(end) }],
  );
};

/**
 * A sentence spoken without pauses, with the synthesiser's own word times: it reports the time of every phone, and a
 * word has as many phones as when it is spoken alone.
 */
export const sentenceWithTimes = (text: string): Promise<KnownSpeech> =>
  inFolder(async (folder) => {
    const file = join(folder, 'voice.wav');
    const phones = await phonesOf(text, file);
    const words: SpokenWord[] = [];
    let used = 0;
    for (const word of text.split(' ')) {
      const { length } = await phonesOf(word, join(folder, 'word.wav'));
      const own = phones.slice(used, used + length);
      words.push({ word, start: (own[0]?.from ?? NaN) * 1000, end: (own.at(-1)?.to ?? NaN) * 1000 });
      used += length;
    }
    if (used !== phones.length) throw new Error('the words have other phones in the sentence than alone');
    return { samples: await throughFfmpeg(['-i', file]), words };
  });

/** The words of a text, normalised for comparison: lower case, no punctuation. */
export const plainWords = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[a-z']+/g) ?? [];

/**
 * Word error rate: insertions, deletions and substitutions between the spoken and the recognised words, as a fraction
 * of the spoken words.
 */
export const wordErrorRate = (said: ReadonlyArray<string>, heard: ReadonlyArray<string>): number => {
  let row = [...Array(heard.length + 1).keys()];
  for (const [i, word] of said.entries()) {
    const next = [i + 1];
    for (const [j, other] of heard.entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (word === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1)! / said.length;
};
