import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANNELS, SAMPLE_RATE } from '../../plan/sound/samples.js';
import { levelledGain } from '../../sound/levelled-gain.js';
import { loudnessMeter } from '../../sound/loudness-meter.js';
import { CEILING, groupsOfAtMost, limitedSound, type OpenPart, sumSound } from '../../sound/mix.js';
import { bytesOf, sampleReader } from '../../sound/sample-reader.js';
import type { MeasuredPart } from '../../sound/shape.js';
import { type SoundCodec, soundEncoding } from '../../sound/sound-commands.js';
import { encoded } from '../tasks/failures.js';
import type { MeasuredSound } from './measure-sound.js';
import { type SoundContext, soundOpener } from './open-sound.js';

type Samples = AsyncIterable<Float32Array>;

/** Maximum number of sources decoded at once; if more sound together, they are summed in groups first. */
const MOST_DECODERS = 16;

/** Encodes samples of the mix into a file. */
export const encodeSound = (
  samples: AsyncIterable<Uint8Array>,
  codec: SoundCodec,
  output: string,
  { folder, signal, engine }: SoundContext,
): Promise<void> =>
  encoded(engine.encodeSamples(samples, soundEncoding(codec), output, { folder, signal }), {
    _tag: 'EncodingFailed',
    message: 'the sound could not be encoded',
    retryable: false,
  });

/** The mix, decoded while it is read: interleaved stereo 32-bit floats that never clip. */
export async function* mixedSound(sound: MeasuredSound, context: SoundContext): AsyncGenerator<Uint8Array> {
  const sum = await summedSound(sound, context);
  const { loudness } = sound;
  const mixed = loudness === undefined ? limitedSound(sum) : levelledSound(sum, loudness, context);
  for await (const window of mixed) yield bytesOf(window);
}

const summedSound = async ({ parts, samples }: MeasuredSound, context: SoundContext): Promise<Samples> => {
  const decode = soundOpener(context);
  const groups = groupsOfAtMost(MOST_DECODERS, parts);
  if (groups.length <= 1) return sumSound({ parts }, 0, samples, decode);
  const sums: MeasuredPart[] = [];
  for (const [index, group] of groups.entries())
    sums.push(await sumToFile(group, join(context.folder, `sound-${index}.f32`), decode));
  const inOrder = sums.toSorted((a, b) => a.from - b.from);
  return sumSound({ parts: inOrder }, 0, samples, ({ path }) => createReadStream(path));
};

/** Sums a group into a file of samples, which replaces the group in the mix. */
const sumToFile = async (
  group: ReadonlyArray<MeasuredPart>,
  path: string,
  decode: OpenPart,
): Promise<MeasuredPart> => {
  const [first] = group;
  if (!first) throw new RangeError('a group has parts');
  const to = group.reduce((last, part) => Math.max(last, part.to), 0);
  await writeSamples(path, sumSound({ parts: group }, first.from, to, decode));
  const { shaping: _, loops: __, retimed: ___, ...plain } = first;
  return { ...plain, path, to, offset: 0, volume: 1 };
};

const writeSamples = async (path: string, windows: Samples): Promise<void> => {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const window of windows) await file.write(bytesOf(window));
  } finally {
    await file.close();
  }
};

/** Normalises a sum to a loudness (LUFS): it is measured while it is written to a file, and then read from there. */
async function* levelledSound(
  sum: Samples,
  target: number,
  { folder }: SoundContext,
): AsyncGenerator<Float32Array> {
  const path = join(folder, 'mix.f32');
  const meter = loudnessMeter();
  await writeSamples(path, metered(sum, meter.add));
  const measured = { loudness: meter.loudness(), peak: meter.peak() };
  const gain = await levelledGain(target, measured, CEILING, async (gain) => {
    const limited = loudnessMeter();
    for await (const window of limitedSound(samplesOf(path), gain)) limited.add(window);
    return limited.loudness();
  });
  yield* limitedSound(samplesOf(path), gain);
  await rm(path);
}

async function* metered(
  windows: Samples,
  add: (samples: Float32Array) => void,
): Samples & AsyncGenerator<Float32Array> {
  for await (const window of windows) {
    add(window);
    yield window;
  }
}

async function* samplesOf(path: string): AsyncGenerator<Float32Array> {
  const reader = sampleReader(createReadStream(path));
  try {
    for (;;) {
      const window = await reader.read(SAMPLE_RATE * CHANNELS);
      if (window.length === 0) return;
      yield window;
    }
  } finally {
    await reader.close();
  }
}
