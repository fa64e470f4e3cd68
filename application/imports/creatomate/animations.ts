import { isRecord } from '../../../domain/codec/json.js';
import { type JsonObject, present, same, table, clamped } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { secondsIn } from '../reading/times.js';
import { type Moves, movesOf, WHOLE_TRANSITIONS } from './transitions.js';
import { easingIn, type Surroundings, shareOf } from './values.js';

// Animations of Creatomate: https://creatomate.com/docs/json/animations/animation-properties

/** What the animations of an element give its clip. */
export interface Animations {
  readonly transition?: JsonObject;
  readonly motion?: JsonObject;
  /** Of letters, words or lines. */
  readonly text?: JsonObject;
  /** How the element before it on its track leaves as this one enters. */
  readonly leaves?: JsonObject;
  /** The direction of a wipe over the whole element, whose length is not known. */
  readonly progress?: string;
}

/** When an animation runs, and how. */
interface Moment {
  readonly side: 'in' | 'out' | 'whole';
  readonly duration: number;
  readonly easing: string | ReadonlyArray<number> | undefined;
  readonly moves: Moves;
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
const ofText = (animation: Reader, type: string, { side, duration, easing }: Moment): JsonObject => {
  const [name, otherwise, differs] = TEXTS[type] ?? ['fade', 'word'];
  const units = { ...same('letter word line'), none: 'line' };
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

/** Values that fields of a movement have if they are not there: these change nothing. */
const USUAL: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  start_opacity: [0, '0%'],
  x_anchor: [0.5, '50%'],
  y_anchor: [0.5, '50%'],
  axis: ['xy', 'both'],
  end_scale: [1, '100%'],
};

/** A pan or zoom over the whole element. */
const panOf = (animation: Reader, type: string, easing: Moment['easing']): JsonObject => {
  if (animation.flag('fade') === true) animation.differs('fade', 'the element does not fade as well');
  const usual = type === 'pan' ? 1.2 : 1;
  const scale = (name: string) => Math.max(1, shareOf(animation.raw(name)) ?? usual);
  const focus = (name: string) => clamped(0, 1, shareOf(animation.raw(name)) ?? 0.5);
  return present({
    from: { scale: scale('start_scale'), x: focus('start_x'), y: focus('start_y') },
    to: { scale: scale('end_scale'), x: focus('end_x'), y: focus('end_y') },
    easing,
  });
};

const momentOf = (animation: Reader, role: string, length: number | undefined): Moment => {
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
  const isEnd = time === 'end' || (reversed && time !== 'start' && time !== 0);
  if (time === 'end' && !reversed && animation.has('reversed'))
    animation.differs('reversed', 'the movement leads out of the picture');
  if (time !== undefined && time !== 'start' && time !== 'end' && time !== 0 && time !== '0 s')
    animation.differs('time', `is carried over as the ${isEnd ? 'end' : 'start'} of the element`);
  return { side: isEnd ? 'out' : 'in', duration: lasts, easing, moves };
};

interface Element {
  readonly kind: string;
  readonly frame: Surroundings;
  /** Ms, if it is known. */
  readonly length: number | undefined;
}

/** A transition at the start or end of the element, if it has none there. */
const transitionOf = (
  animation: Reader,
  type: string,
  moment: Moment,
  { kind, frame, length }: Element,
  found: Animations,
): Animations | undefined => {
  const isWhole = moment.side === 'whole';
  const duration = isWhole ? (length ?? moment.duration) : moment.duration;
  const transition = present({
    ...WHOLE_TRANSITIONS[type]?.(animation, frame),
    duration,
    easing: moment.easing,
  });
  if (isWhole && length === undefined && type === 'wipe' && kind === 'shape')
    return { progress: String(transition['direction']) };
  if (isWhole && length === undefined)
    animation.differs('type', 'lasts one second instead of the whole element');
  const side = moment.side === 'out' ? 'out' : 'in';
  const leaves = moment.moves.first ? { leaves: transition } : {};
  if (!moment.moves.second) return leaves;
  return found.transition?.[side] === undefined
    ? { transition: { ...found.transition, [side]: transition }, ...leaves }
    : animation.differs('', `"${type.slice(0, 50)}" is left out: an element has one transition at each end`);
};

const SCOPES = { ...same('element composition'), split: 'element', 'split-clip': 'element' };

/** What an animation adds to those that are found. */
const animationOf = (
  animation: Reader,
  role: string,
  element: Element,
  found: Animations,
): Animations | undefined => {
  const { kind, length } = element;
  const type = animation.text('type') ?? '';
  const moment = momentOf(animation, role, length);
  const isWhole = moment.side === 'whole';
  animation.ignore('track', 'clip');
  if (animation.choice('scope', SCOPES) === 'composition' && isWhole)
    animation.differs('scope', 'the element moves inside its box');
  if (type.startsWith('text-')) {
    if (found.text === undefined && kind === 'text' && type !== 'text-counter') {
      const leaves = moment.moves.first ? { leaves: { type: 'fade', duration: moment.duration } } : {};
      if (moment.moves.first) animation.differs('type', 'the text before this one fades out meanwhile');
      return { text: ofText(animation, type, moment), ...leaves };
    }
    animation.ignore(...animation.names());
    const isOut = moment.side === 'out';
    animation.differs(
      '',
      `"${type.slice(0, 50)}" is left out, because a text has one animation${isOut ? ': the text fades out' : ''}`,
    );
    return isOut ? transitionOf(animation, 'fade', moment, element, found) : undefined;
  }
  if (type === 'pan' || (isWhole && type === 'scale'))
    return { motion: panOf(animation, type, moment.easing) };
  if (WHOLE_TRANSITIONS[type]) return transitionOf(animation, type, moment, element, found);
  animation.ignore(...animation.names());
  return animation.differs('', `"${type.slice(0, 50)}" has no counterpart: the element does not move`);
};

export const animationsOf = (element: Reader, of: Element): Animations => {
  const roles = ['transition', 'enter', 'exit'].filter((role) => element.isObject(role));
  const all = [
    ...element.children('animations').map((animation) => [animation, ''] as const),
    ...roles.map((role) => [element.child(role), role] as const),
  ];
  return all.reduce<Animations>((found, [animation, role]) => {
    const more = animationOf(animation, role, of, found);
    for (const [name, values] of Object.entries(USUAL))
      if (values.includes(animation.peek(name))) animation.ignore(name);
    return { ...found, ...more };
  }, {});
};

/** How long an element overlaps the one before it on its track, with a transition, ms. */
export const transitionOverlap = (element: Reader): number => {
  const listed = element.peek('animations');
  const own = element.peek('transition');
  const transitions = (Array.isArray(listed) ? listed : [])
    .filter((one) => isRecord(one) && one['transition'] === true)
    .concat(isRecord(own) ? [own] : []);
  return Math.max(0, ...transitions.map((one) => (secondsIn(one['duration']) ?? 1) * 1000));
};
