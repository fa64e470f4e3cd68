import { open } from 'node:fs/promises';
import type { SoundPart } from '../../plan/sound/sound-plan.js';
import type { ShownSound } from '../../plan/sound/waveforms.js';
import { levelValues } from '../../sound/level-values.js';
import { sumSound } from '../../sound/mix.js';
import { bytesOf } from '../../sound/sample-reader.js';
import type { MeasuredPart } from '../../sound/shape.js';
import { inParallel } from '../tasks/in-parallel.js';
import type { MeasuredSound } from './measure-sound.js';
import { type SoundContext, soundOpener } from './open-sound.js';

const PARALLEL_MEASUREMENTS = 2;

/** Writes the levels of sounds that waveforms show to files, as heard in the mix. */
export const measureLevels = async (
  shown: ReadonlyArray<ShownSound>,
  mix: MeasuredSound,
  context: SoundContext,
): Promise<void> => {
  const heard = new Map(mix.parts.map((part) => [part.clip, part]));
  await inParallel(shown, PARALLEL_MEASUREMENTS, context.signal, async ({ part, path }, signal) => {
    const measured = heard.get(part.clip) ?? unshaped(part);
    const file = await open(path, 'w', 0o600);
    try {
      const values = levelValues();
      const sound = sumSound({ parts: [measured] }, part.from, part.to, soundOpener({ ...context, signal }));
      for await (const window of sound) await file.write(bytesOf(values(window)));
    } finally {
      await file.close();
    }
  });
};

const unshaped = (part: SoundPart): MeasuredPart => {
  const { shaping: _, ...plain } = part;
  return plain;
};
