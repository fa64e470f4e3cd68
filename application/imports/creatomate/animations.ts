import { isRecord } from '../../../domain/codec/json.js';
import { type JsonObject, present } from '../reading/json-object.js';
import { keyframesOf } from '../reading/keyframes.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';
import { secondsIn } from '../reading/times.js';
import { type Moment, ofText } from './text-animations.js';
import { WHOLE } from './transitions.js';
import { angleOf, easingIn, type Frame, shareOf } from './values.js';

// Animations of Creatomate: https://creatomate.com/docs/json/animations/animation-properties

/** What the animations of an element give its clip. */
export interface Animations {
  readonly transition?: JsonObject;
  readonly motion?: JsonObject;
  /** Of letters, words or lines. */
  readonly text?: JsonObject;
  readonly keyframes?: JsonObject | undefined;
  /** The direction of a wipe over the whole element, whose length is not known. */
  readonly progress?: string;
}

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
  const usual = type === 'pan' ? 1.2 : 1;
  const scale = (name: string) => Math.max(1, shareOf(animation.raw(name)) ?? usual);
  const focus = (name: string) => Math.min(1, Math.max(0, shareOf(animation.raw(name)) ?? 0.5));
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
  const isTransition = animation.flag('transition') === true;
  const reversed = animation.flag('reversed') === true;
  const lasts = Math.max(1, duration ?? 1000);
  if (role !== '') return { side: role === 'exit' ? 'out' : 'in', duration: lasts, easing };
  if (time === undefined && !isTransition && (duration === undefined || duration === length))
    return { side: 'whole', duration: length ?? 1000, easing };
  const isEnd = time === 'end' || (reversed && time !== 'start' && time !== 0);
  if (time === 'end' && !reversed && animation.has('reversed'))
    animation.differs('reversed', 'the movement leads out of the picture');
  if (time !== undefined && time !== 'start' && time !== 'end' && time !== 0 && time !== '0 s')
    animation.differs('time', `is carried over as the ${isEnd ? 'end' : 'start'} of the element`);
  return { side: isEnd ? 'out' : 'in', duration: lasts, easing };
};

interface Element {
  readonly kind: string;
  readonly frame: Frame;
  /** Ms, if it is known. */
  readonly length: number | undefined;
}

/** A transition at the start or end of the element. */
const transitionOf = (
  animation: Reader,
  type: string,
  moment: Moment,
  { kind, frame, length }: Element,
  found: Animations,
): Animations => {
  const isWhole = moment.side === 'whole';
  const { fields, differs } = WHOLE[type] ?? { fields: () => ({ type: 'fade' }) };
  if (differs !== undefined) animation.differs('type', differs);
  const duration = isWhole ? (length ?? moment.duration) : moment.duration;
  const transition = present({ ...fields(animation, frame), duration, easing: moment.easing });
  if (isWhole && length === undefined && type === 'wipe' && kind === 'shape')
    return { ...found, progress: String(transition['direction']) };
  if (isWhole && length === undefined)
    animation.differs('type', 'lasts one second instead of the whole element');
  const side = moment.side === 'out' ? 'out' : 'in';
  if (found.transition?.[side] === undefined)
    return { ...found, transition: { ...found.transition, [side]: transition } };
  animation.differs('', `"${type.slice(0, 50)}" is left out: an element has one transition at each end`);
  return found;
};

const SCOPES = table({
  element: 'element',
  composition: 'composition',
  split: 'element',
  'split-clip': 'element',
});

const withAnimation = (animation: Reader, role: string, element: Element, found: Animations): Animations => {
  const { kind, length } = element;
  const type = animation.text('type') ?? '';
  if (type === '' && animation.has('property')) {
    animation.cannotCarryOver('property', 'animation', 'keyframes belong to the fields of elements');
    return found;
  }
  const moment = momentOf(animation, role, length);
  const isWhole = moment.side === 'whole';
  animation.ignore('track', 'fixed', 'clip', 'enable');
  if (animation.choice('scope', SCOPES) === 'composition' && isWhole)
    animation.differs('scope', 'the element moves inside its box');
  if (type.startsWith('text-')) {
    if (found.text === undefined && kind === 'text' && type !== 'text-counter')
      return { ...found, text: ofText(animation, type, moment) };
    animation.differs('', `"${type.slice(0, 50)}" is left out: a text has one animation`);
    return found;
  }
  if (type === 'pan' || (isWhole && type === 'scale'))
    return { ...found, motion: panOf(animation, type, moment.easing) };
  if (isWhole && type === 'spin' && length !== undefined) {
    const points = [
      { time: 0, value: 0 },
      { time: length, value: angleOf(animation.raw('rotation')) ?? 360 },
    ];
    return { ...found, keyframes: keyframesOf('transform.rotation', points) };
  }
  if (WHOLE[type]) return transitionOf(animation, type, moment, element, found);
  animation.differs('', `"${type.slice(0, 50)}" has no counterpart: the element does not move`);
  animation.ignore(...animation.names());
  return found;
};

/** The animations of an element. */
export const animationsOf = (element: Reader, of: Element): Animations => {
  const roles = ['transition', 'enter', 'exit'].filter((role) => element.isObject(role));
  const all = [
    ...element.children('animations').map((animation) => [animation, ''] as const),
    ...roles.map((role) => [element.child(role), role] as const),
  ];
  return all.reduce<Animations>((found, [animation, role]) => {
    const more = withAnimation(animation, role, of, found);
    for (const [name, values] of Object.entries(USUAL))
      if (values.includes(animation.peek(name))) animation.ignore(name);
    return more;
  }, {});
};

/** How long an element overlaps the one before it on its track, with a transition, ms. */
export const overlapOf = (element: Reader): number => {
  const listed = element.peek('animations');
  const own = element.peek('transition');
  const transitions = (Array.isArray(listed) ? listed : [])
    .filter((one) => isRecord(one) && one['transition'] === true)
    .concat(isRecord(own) ? [own] : []);
  return Math.max(0, ...transitions.map((one) => (secondsIn(one['duration']) ?? 1) * 1000));
};
