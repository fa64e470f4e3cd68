import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the sounds of the samples lie, from the root of the repository. */
export const SOUNDS = 'samples/media';

const RATE = 48_000;
const SECONDS = 10;
/** Length of an eighth note. */
const EIGHTH = 0.25;

/** Four bars in D major, each the notes of a broken chord (MIDI numbers): D, A, B minor, G. */
const BARS = [
  [50, 57, 62, 66, 69, 66, 62, 57],
  [45, 57, 61, 64, 69, 64, 61, 57],
  [47, 54, 59, 62, 66, 62, 59, 54],
  [43, 55, 59, 62, 67, 62, 59, 55],
];
/** A melody above it: the eighth on which a note begins, and the note. */
const MELODY: ReadonlyArray<readonly [number, number]> = [
  [0, 78],
  [3, 76],
  [6, 74],
  [8, 76],
  [12, 73],
  [16, 74],
  [19, 71],
  [22, 73],
  [24, 74],
  [28, 71],
];

const hertz = (note: number): number => 440 * 2 ** ((note - 69) / 12);

/** Adds a struck string: overtones that fade the faster, the higher they are. */
const strike = (sound: Float64Array, at: number, note: number, loudness: number): void => {
  const pitch = hertz(note);
  const start = Math.round(at * RATE);
  for (let index = start; index < sound.length; index += 1) {
    const t = (index - start) / RATE;
    if (t > 4) break;
    let value = 0;
    for (let overtone = 1; overtone <= 6; overtone += 1)
      value +=
        Math.sin(2 * Math.PI * pitch * overtone * (1 + 0.0002 * overtone ** 2) * t) *
        Math.exp(-t * (1.2 + 0.9 * overtone)) *
        overtone ** -1.6;
    sound[index] = (sound[index] ?? 0) + value * loudness * Math.min(1, t / 0.004);
  }
};

/** A piano in a small hall, as 16-bit stereo. */
const piano = (): Buffer => {
  const dry = new Float64Array(SECONDS * RATE);
  for (const [bar, notes] of BARS.entries())
    for (const [eighth, note] of notes.entries())
      strike(dry, (bar * 8 + eighth) * EIGHTH, note, eighth === 0 ? 0.16 : 0.09);
  for (const [eighth, note] of MELODY) strike(dry, eighth * EIGHTH, note, 0.14);
  const pcm = Buffer.alloc(dry.length * 4);
  for (const [channel, echoes] of [
    [0.031, 0.067, 0.113],
    [0.037, 0.059, 0.127],
  ].entries()) {
    const wet = dry.slice();
    for (const [index, delay] of echoes.entries()) {
      const lag = Math.round(delay * RATE);
      for (let at = lag; at < wet.length; at += 1)
        wet[at] = (wet[at] ?? 0) + (wet[at - lag] ?? 0) * (0.28 - 0.07 * index);
    }
    wet.forEach((value, index) =>
      pcm.writeInt16LE(Math.round(Math.tanh(value) * 30_000), index * 4 + channel * 2),
    );
  }
  return pcm;
};

const TALK = 'Small teams ship faster, because you talk to the person who knows, and then you build it.';

/** Makes the music and the speech of the samples, without recordings of anybody. Needs ffmpeg and flite. */
export const makeSampleSounds = async (folder: string): Promise<void> => {
  const work = await mkdtemp(join(tmpdir(), 'sample-sounds-'));
  const encode = (input: ReadonlyArray<string>, name: string) =>
    run('ffmpeg', [
      '-v',
      'error',
      '-y',
      ...input,
      ...'-c:a aac -b:a 96k -map_metadata -1 -fflags +bitexact -flags:a +bitexact -movflags +faststart'.split(
        ' ',
      ),
      join(folder, name),
    ]);
  const music = join(work, 'piano.pcm');
  await writeFile(music, piano());
  await encode(['-f', 's16le', '-ar', String(RATE), '-ac', '2', '-i', music], 'piano.m4a');
  const speech = join(work, 'talk.wav');
  await run('flite', ['-voice', 'slt', '-t', TALK, '-o', speech]);
  await encode(
    ['-i', speech, '-af', 'highpass=f=90,loudnorm=I=-18:TP=-2,aresample=48000,adelay=300,apad=whole_dur=6'],
    'talk.m4a',
  );
  await rm(work, { recursive: true });
};
