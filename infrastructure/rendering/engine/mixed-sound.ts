import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANNELS, SAMPLE_RATE } from '../../../workers/render/plan/sound/samples.js';
import type { ShownSound } from '../../../workers/render/plan/sound/waveforms.js';
import { levelledGain } from '../../../workers/render/sound/levelled-gain.js';
import { levelValues } from '../../../workers/render/sound/level-values.js';
import { loudnessMeter } from '../../../workers/render/sound/loudness-meter.js';
import type { MeasuredSound } from '../../../workers/render/sound/measure-sound.js';
import {
  CEILING,
  groupsOfAtMost,
  limitedSound,
  type OpenPart,
  sumSound,
} from '../../../workers/render/sound/mix.js';
import type { Sound } from '../../../workers/render/sound/sample-reader.js';
import type { MeasuredPart } from '../../../workers/render/sound/shape.js';

/** What mixing needs. `folder`: for temporary files. `onWindow`: called whenever the work advances. */
export interface Mixing {
  readonly open: OpenPart;
  readonly folder: string;
  readonly onWindow: () => void;
}

/** Maximum number of sources decoded at once. More sources are first summed in groups. */
const MOST_DECODERS = 16;

/** The mix, decoded while it is read: interleaved stereo 32-bit floats that never clip. */
export const mixedSound = async (sound: MeasuredSound, mixing: Mixing): Promise<Sound> => {
  const sum = await summedSound(sound, mixing);
  const { loudness } = sound;
  return loudness === undefined ? limitedSound(sum) : levelledSound(sum, loudness, mixing);
};

/** Writes the levels of sounds that waveforms show to files, as heard in the mix. */
export const writeLevels = async (
  shown: ReadonlyArray<ShownSound>,
  mix: MeasuredSound,
  { open: openPart, onWindow }: Mixing,
): Promise<void> => {
  const heard = new Map(mix.parts.map((part) => [part.clip, part]));
  for (const { part, path } of shown) {
    const { shaping: _, ...unshaped } = part;
    const measured = heard.get(part.clip) ?? unshaped;
    const values = levelValues();
    const sound = sumSound({ parts: [measured] }, part.from, part.to, openPart);
    await writeSamples(path, mapped(sound, values), onWindow);
  }
};

async function* mapped(
  windows: Sound,
  change: (window: Float32Array) => Float32Array,
): AsyncGenerator<Float32Array> {
  for await (const window of windows) yield change(window);
}

const summedSound = async ({ parts, samples }: MeasuredSound, mixing: Mixing): Promise<Sound> => {
  const { open: decode, folder } = mixing;
  const groups = groupsOfAtMost(MOST_DECODERS, parts);
  if (groups.length <= 1) return sumSound({ parts }, 0, samples, decode);
  const sums: MeasuredPart[] = [];
  for (const [index, group] of groups.entries())
    sums.push(await sumToFile(group, join(folder, `sound-${index}.f32`), mixing));
  const inOrder = sums.toSorted((a, b) => a.from - b.from);
  return sumSound({ parts: inOrder }, 0, samples, ({ path }) => samplesOf(path));
};

/** Sums a group into a file of samples, which replaces the group in the mix. */
const sumToFile = async (
  group: ReadonlyArray<MeasuredPart>,
  path: string,
  { open: decode, onWindow }: Mixing,
): Promise<MeasuredPart> => {
  const [first] = group;
  if (!first) throw new RangeError('the group of parts is empty');
  const to = group.reduce((last, part) => Math.max(last, part.to), 0);
  await writeSamples(path, sumSound({ parts: group }, first.from, to, decode), onWindow);
  const { shaping: _, loops: __, retimed: ___, ...plain } = first;
  return { ...plain, path, to, offset: 0, volume: 1 };
};

const writeSamples = async (path: string, windows: Sound, onWindow: () => void): Promise<void> => {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const window of windows) {
      onWindow();
      await file.write(window);
    }
  } finally {
    await file.close();
  }
};

/** Normalises a sum to a loudness (LUFS): it is measured while it is written to a file, and then read from there. */
async function* levelledSound(
  sum: Sound,
  target: number,
  { folder, onWindow }: Mixing,
): AsyncGenerator<Float32Array> {
  const path = join(folder, 'mix.f32');
  const meter = loudnessMeter();
  const metered = mapped(sum, (window) => {
    meter.add(window);
    return window;
  });
  await writeSamples(path, metered, onWindow);
  const measured = { loudness: meter.loudness(), peak: meter.peak() };
  const gain = await levelledGain(target, measured, CEILING, async (gain) => {
    const limited = loudnessMeter();
    for await (const window of limitedSound(samplesOf(path), gain)) {
      onWindow();
      limited.add(window);
    }
    return limited.loudness();
  });
  yield* limitedSound(samplesOf(path), gain);
  await rm(path);
}

/** The samples of a file that `writeSamples` wrote. */
async function* samplesOf(path: string): AsyncGenerator<Float32Array> {
  const file = await open(path);
  try {
    for (;;) {
      const window = new Float32Array(SAMPLE_RATE * CHANNELS);
      const { bytesRead } = await file.read(window, 0, window.byteLength);
      if (bytesRead === 0) return;
      yield window.subarray(0, bytesRead / window.BYTES_PER_ELEMENT);
    }
  } finally {
    await file.close();
  }
}
