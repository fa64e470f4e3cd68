import { type JsonObject, present, same, table } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { secondsIn } from '../reading/times.js';
import { directionIn, type Moves, movesOf, WHOLE_TRANSITIONS } from './transitions.js';
import { easingIn, type Surroundings, shareOf } from './values.js';

// When the animations of an element run, and how letters, words and lines move in them.

/** The element that is animated. */
export interface Animated {
  readonly kind: string;
  readonly frame: Surroundings;
  /** Ms, if it is known. */
  readonly length: number | undefined;
  /** How long it is hidden before it enters, ms. */
  readonly wait: number;
  /** Whether something is seen behind its text. */
  readonly hasBack: boolean;
}

/** When an animation runs, and how. */
export interface Moment {
  readonly side: 'in' | 'out' | 'whole';
  readonly duration: number;
  readonly easing: string | ReadonlyArray<number> | undefined;
  readonly moves: Moves;
}

/** Whether an animation makes a picture larger, or less large again, while it is shown. */
export const isZoom = (animation: Reader): boolean =>
  animation.peek('type') === 'scale' &&
  animation.peek('fade') === false &&
  (shareOf(animation.peek('start_scale')) ?? 0) >= 1;

/** Ms from the start of the element; NaN if it is not known. */
const startOf = (animation: Reader): number => {
  const time = animation.peek('time') ?? 'start';
  return time === 'start' ? 0 : (secondsIn(time) ?? Number.NaN) * 1000;
};

/** The field that an animation is in; none for one of the list. */
export type Role = 'transition' | 'enter' | 'exit' | '';

/** How long an element is hidden before the first animation that it enters with, ms. */
export const waitOf = (animations: ReadonlyArray<readonly [animation: Reader, role: Role]>): number => {
  const starts = animations.flatMap(([animation, role]) => {
    const leaves = role === 'exit' || animation.peek('time') === 'end' || animation.peek('reversed') === true;
    const type = animation.text('type') ?? '';
    const isKnown = /^text-(?!wave)/.test(type) || WHOLE_TRANSITIONS[type] !== undefined;
    if (leaves || !isKnown || isZoom(animation)) return [];
    return [role === '' && animation.peek('transition') !== true ? startOf(animation) || 0 : 0];
  });
  return starts.length === 0 ? 0 : Math.min(...starts);
};

/** How far an animation may be from where it should be without a person seeing it, ms. */
const UNSEEN_MS = 50;

export const momentOf = (animation: Reader, role: Role, { length, wait }: Animated): Moment => {
  const time = animation.raw('time');
  const duration = animation.time('duration');
  const easing = easingIn(animation);
  const isTransition = role === 'transition' || animation.flag('transition') === true;
  const moves = movesOf(animation, isTransition);
  const reversed = animation.flag('reversed') === true;
  const lasts = Math.max(1, duration ?? 1000);
  if (role !== '') return { side: role === 'exit' ? 'out' : 'in', duration: lasts, easing, moves };
  const isLong = duration !== undefined && duration === length;
  const starts = isLong && (time === 'start' || time === 0);
  if ((time === undefined ? duration === undefined || isLong : starts) && !isTransition)
    return { side: 'whole', duration: length ?? 1000, easing, moves };
  const start = startOf(animation);
  const isEnd = time === 'end' || (reversed && time !== 'start' && time !== 0);
  if (time === 'end' && !reversed && animation.has('reversed'))
    animation.differs('reversed', 'the movement leads out of the picture');
  const exact = isEnd ? (length ?? Infinity) - lasts : wait;
  const isNear = Math.abs(start - exact) <= UNSEEN_MS;
  if (time !== undefined && time !== 'start' && time !== 'end' && !isNear && !isZoom(animation))
    animation.differs('time', `is carried over as the ${isEnd ? 'end' : 'start'} of the element`);
  return { side: isEnd ? 'out' : 'in', duration: lasts, easing, moves };
};

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

/** What animates the letters, words or lines of a text. @param hasBack whether something is seen behind them */
export const ofText = (
  animation: Reader,
  type: string,
  { side, duration, easing }: Moment,
  hasBack: boolean,
): JsonObject => {
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
  if ((animation.text('background_effect') ?? 'disabled') !== 'disabled' && hasBack)
    animation.differs('background_effect', 'the background of the text does not move');
  const at = name === 'wave' && side === 'whole' ? 'loop' : side === 'out' ? 'out' : 'in';
  // Their duration is that of the whole text. Ours is that of one unit, unless it only appears: half of the time is for
  // the delays.
  const lasts = name === 'typewriter' ? duration : duration / 2;
  return present({ type: name, unit, at, direction, duration: Math.max(1, lasts), easing });
};
