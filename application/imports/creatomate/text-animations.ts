import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';

/** When an animation runs, and how. */
export interface Moment {
  readonly side: 'in' | 'out' | 'whole';
  readonly duration: number;
  readonly easing: string | ReadonlyArray<number> | undefined;
}

const TEXTS: Readonly<Record<string, readonly [type: string, unit: string, differs?: string]>> = table({
  'text-appear': ['fade', 'word'],
  'text-slide': ['slide', 'line'],
  'text-fly': ['slide', 'letter', 'letters slide up instead of flying in'],
  'text-reveal': ['fade', 'line', 'lines fade in instead of being uncovered'],
  'text-scale': ['scale', 'line'],
  'text-spin': ['scale', 'letter', 'letters grow without turning'],
  'text-wave': ['wave', 'letter'],
  'text-typewriter': ['typewriter', 'letter'],
});

/** What animates the letters, words or lines of a text. */
export const ofText = (animation: Reader, type: string, { side, duration, easing }: Moment): JsonObject => {
  const [name, otherwise, differs] = TEXTS[type] ?? ['fade', 'word'];
  const units = table({ letter: 'letter', word: 'word', line: 'line', none: 'line' });
  const unit = animation.choice('split', units) ?? otherwise;
  const direction = animation.text('direction');
  if (differs !== undefined) animation.differs('type', differs);
  if (direction !== undefined && (name !== 'slide' || direction !== 'up'))
    animation.differs('direction', name === 'slide' ? `${unit}s slide up` : `${unit}s do not move`);
  if ((animation.text('background_effect') ?? 'disabled') !== 'disabled')
    animation.differs('background_effect', 'the background of the text does not move');
  const at = name === 'wave' ? 'loop' : side === 'out' ? 'out' : 'in';
  // Their duration is that of the whole text, ours that of one unit: half of it, and half for the delays.
  return present({ type: name, unit, at, duration: Math.max(1, duration / 2), easing });
};
