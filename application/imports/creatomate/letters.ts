import { type JsonObject, present, same, table } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import type { Moment } from './moments.js';
import { directionIn } from './transitions.js';
import { shareOf } from './values.js';

// How the letters, words and lines of texts of Creatomate move.

/** Values that fields of a movement have if they are not there: these change nothing. */
export const USUAL: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  start_opacity: [0, '0%'],
  x_anchor: [0.5, '50%'],
  y_anchor: [0.5, '50%'],
  axis: ['xy', 'both'],
  end_scale: [1, '100%', '100% 100%'],
  distance: [1, '100%'],
  typing_start: [0, '0%'],
  typing_duration: [1, '100%'],
};

/** The names of fields that have another value than the usual one. */
export const unusual = (animation: Reader, ...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.filter((name) => USUAL[name]?.includes(animation.peek(name)) !== true);

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
  const [usual, otherwise, differs] = TEXTS[type] ?? ['fade', 'word'];
  const name = type === 'text-appear' && animation.flag('fade') === false ? 'typewriter' : usual;
  const units = { ...same('letter word line'), none: 'line' };
  const unit = animation.choice('split', units) ?? otherwise;
  if (differs !== undefined) animation.differs('type', differs);
  if (name !== 'slide' && animation.text('direction') !== undefined)
    animation.differs('direction', `${unit}s do not move`);
  const direction = name === 'slide' ? directionIn(animation, 'up') : undefined;
  animation.lacks(
    `${unit}s move as usual`,
    ...unusual(animation, 'distance', 'x_anchor', 'y_anchor', 'axis'),
  );
  animation.lacks(
    'letters are typed at an even pace',
    ...unusual(animation, 'typing_start', 'typing_duration'),
  );
  if (name === 'typewriter' && shareOf(animation.peek('overlap')) === 0) animation.ignore('overlap');
  else animation.lacks(`${unit}s follow each other at an even pace`, 'overlap');
  animation.lacks(`${unit}s are not seen before they come in`, ...unusual(animation, 'start_opacity'));
  if (name === 'slide' && animation.flag('fade') === false)
    animation.differs('fade', 'letters fade in as well');
  if ((animation.text('background_effect') ?? 'disabled') !== 'disabled')
    animation.differs('background_effect', 'the background of the text does not move');
  const at = name === 'wave' && side === 'whole' ? 'loop' : side === 'out' ? 'out' : 'in';
  // Their duration is that of the whole text. Ours is that of one unit, unless it only appears: half of the time is for
  // the delays.
  const lasts = name === 'typewriter' ? duration : duration / 2;
  return present({ type: name, unit, at, direction, duration: Math.max(1, lasts), easing });
};
