import { levelMeter } from '../../../workers/render/sound/activity.js';
import { measuredSound } from '../../../workers/render/sound/measure-sound.js';
import { type Mixing, mixedSound, writeLevels } from './mixed-sound.js';
import { partOpener } from '../../../workers/render/sound/open-sound.js';
import { firstSound, type DecodedPart, soundSource } from '../../../workers/render/sound/sound-commands.js';
import type { SoundOutput } from '../../../workers/render/ports/mix-request.js';
import { CHANNELS } from '../../../workers/render/plan/sound/samples.js';
import type { OnPart } from './engine-job.js';
import type { MixJob } from './mix-job.js';
import { SoundReader } from './sound-reader.js';
import { SoundWriter } from './sound-writer.js';

/** How much of a sound is decoded at once, in samples of all channels: 1 s of the mix. */
const AT_ONCE = 48_000 * CHANNELS;

/** Opens parts, and notes which one is being decoded: its number, or that of the levels after all parts. */
const opener = ({ plan, levels }: MixJob, onPart: OnPart, onNews: () => void): Mixing['open'] => {
  const clips = [...plan.parts, ...levels.map(({ part }) => part)].map(({ clip }) => clip);
  return partOpener(async function* (part: DecodedPart) {
    const input = clips.indexOf(part.clip);
    const noting = <A>(work: () => A): A => {
      onPart({ input, node: 0 });
      const done = work();
      onPart(undefined);
      onNews();
      return done;
    };
    const reader = noting(() => new SoundReader(soundSource(part)));
    try {
      for (;;) {
        const samples = noting(() => reader.read(AT_ONCE));
        if (samples.length === 0) return;
        yield samples;
      }
    } finally {
      reader.close();
    }
  });
};

const recorder = ({ encoding: { bitRate, ...encoding }, span: { from, to }, path }: SoundOutput) => {
  const writer = new SoundWriter({
    ...encoding,
    encoderOptions: bitRate === undefined ? {} : { b: String(bitRate) },
    formatOptions: { fflags: '+bitexact' },
    path,
  });
  return {
    /** @param at the number of the first sample */
    add: (samples: Float32Array, at: number): void => {
      const part = samples.subarray(Math.max(0, from - at) * CHANNELS, Math.max(0, to - at) * CHANNELS);
      if (part.length > 0) writer.write(part);
    },
    /** @param end the number of samples that there were */
    finish: (end: number): void => {
      if (end < to) writer.write(new Float32Array((to - Math.max(end, from)) * CHANNELS));
      writer.finish();
    },
  };
};

/** Measures and mixes sounds, and writes what is requested of the mix. */
export const mix = async (job: MixJob, onNews: (count: number) => void, onPart: OnPart): Promise<null> => {
  let news = 0;
  const onWindow = (): void => onNews((news += 1));
  const mixing = { open: opener(job, onPart, onWindow), folder: job.folder, onWindow };
  const measured = await measuredSound(job.plan, mixing.open);
  await writeLevels(job.levels, measured, mixing);
  if (job.outputs.length > 0) {
    const recorders = job.outputs.map(recorder);
    const last = job.outputs.reduce((most, { span: { to } }) => Math.max(most, to), 0);
    let at = 0;
    for await (const window of await mixedSound(measured, mixing)) {
      for (const { add } of recorders) add(window, at);
      at += window.length / CHANNELS;
      onWindow();
      if (at >= last) break;
    }
    for (const { finish } of recorders) finish(at);
  }
  return null;
};

/** The level of each 10 ms of a sound. */
export const levels = (path: string, onNews: (count: number) => void): ReadonlyArray<number> => {
  const meter = levelMeter(false);
  const reader = new SoundReader(firstSound(path));
  for (let samples = reader.read(AT_ONCE); samples.length > 0; samples = reader.read(AT_ONCE)) {
    meter.add(samples);
    onNews(meter.levels().length);
  }
  reader.close();
  return meter.levels();
};
