import { isRecord } from '../../../domain/codec/json.js';
import { type JsonObject, present } from '../reading/json-object.js';
import { keyframesOf } from '../reading/keyframes.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';
import { secondsIn } from '../reading/times.js';
import { angleOf, easingIn, type Frame, shareOf } from './values.js';
import { WHOLE } from './transitions.js';

/** What the animations of an element give its clip. */
export interface Animations {
  readonly transition: JsonObject | undefined;
  readonly motion: JsonObject | undefined;
  /** Of letters, words or lines. */
  readonly text: JsonObject | undefined;
  readonly keyframes: ReadonlyArray<JsonObject | undefined>;
  /** The direction of a wipe over the whole element, whose length is not known. */
  readonly progress: string | undefined;
}

interface Moment {
  readonly side: 'in' | 'out' | 'whole';
  readonly duration: number;
  readonly easing: string | ReadonlyArray<number> | undefined;
}

const SCOPES = table({
  element: 'element',
  composition: 'composition',
  split: 'element',
  'split-clip': 'element',
});

const TEXT_TYPES: Readonly<Record<string, readonly [type: string, unit: string, differs?: string]>> = table({
  'text-appear': ['fade', 'word'],
  'text-slide': ['slide', 'line'],
  'text-fly': ['slide', 'letter', 'letters slide up instead of flying in'],
  'text-reveal': ['fade', 'line', 'lines fade in instead of being uncovered'],
  'text-scale': ['scale', 'line'],
  'text-spin': ['scale', 'letter', 'letters grow without turning'],
  'text-wave': ['wave', 'letter'],
  'text-typewriter': ['typewriter', 'letter'],
});

const ofText = (
  animation: Reader,
  type: string,
  { side, duration, easing }: Moment,
): JsonObject | undefined => {
  const [name, otherwise, differs] = TEXT_TYPES[type] ?? ['fade', 'word'];
  const unit =
    animation.choice('split', table({ letter: 'letter', word: 'word', line: 'line', none: 'line' })) ??
    otherwise;
  const direction = animation.text('direction');
  if (differs !== undefined) animation.differs('type', differs);
  if (name === 'slide' && direction !== undefined && direction !== 'up')
    animation.differs('direction', `${unit}s slide up`);
  if ((animation.text('background_effect') ?? 'disabled') !== 'disabled')
    animation.differs('background_effect', 'the background of the text does not move');
  animation.ignore(
    'distance',
    'fade',
    'overlap',
    'start_opacity',
    'x_anchor',
    'y_anchor',
    'axis',
    'typing_start',
    'typing_duration',
    'start_scale',
    'end_scale',
    'rotation',
    'perspective',
  );
  const at = name === 'wave' ? 'loop' : side === 'out' ? 'out' : 'in';
  // Their duration is that of the whole text, ours that of one unit: half of it, and half for the delays.
  return present({ type: name, unit, at, duration: Math.max(1, duration / 2), easing });
};

/** A pan or zoom over the whole element. */
const panOf = (animation: Reader, type: string, easing: Moment['easing']): JsonObject => {
  const scale = (name: string, otherwise: number) => Math.max(1, shareOf(animation.raw(name)) ?? otherwise);
  const focus = (name: string) => Math.min(1, Math.max(0, shareOf(animation.raw(name)) ?? 0.5));
  const [from, to] =
    type === 'pan'
      ? [scale('start_scale', 1.2), scale('end_scale', 1.2)]
      : [scale('start_scale', 1), scale('end_scale', 1)];
  animation.ignore('fade', 'x_anchor', 'y_anchor', 'axis');
  return present({
    from: { scale: from, x: focus('start_x'), y: focus('start_y') },
    to: { scale: to, x: focus('end_x'), y: focus('end_y') },
    easing,
  });
};

const momentOf = (animation: Reader, length: number | undefined): Moment => {
  const time = animation.raw('time');
  const duration = animation.time('duration');
  const easing = easingIn(animation);
  const isTransition = animation.flag('transition') === true;
  const reversed = animation.flag('reversed') === true;
  if (time === undefined && !isTransition && (duration === undefined || duration === length))
    return { side: 'whole', duration: length ?? 1000, easing };
  const isEnd = time === 'end' || (reversed && time !== 'start' && time !== 0);
  if (time === 'end' && !reversed && animation.has('reversed'))
    animation.differs('reversed', 'the movement leads out of the picture');
  if (time !== undefined && time !== 'start' && time !== 'end' && time !== 0 && time !== '0 s')
    animation.differs('time', `is carried over as the ${isEnd ? 'end' : 'start'} of the element`);
  return { side: isEnd ? 'out' : 'in', duration: Math.max(1, duration ?? 1000), easing };
};

/** Keyframes of a property in the list of animations. */
const namedKeyframes = (animation: Reader): void => {
  animation.differs('property', 'keyframes in the list of animations are left out');
  animation.ignore(...animation.names());
};

type Found = { -readonly [Name in keyof Animations]: Animations[Name] } & {
  readonly keyframes: Array<JsonObject | undefined>;
};

/** Adds a transition at the start or end of the element. */
const addTransition = (
  animation: Reader,
  type: string,
  moment: Moment,
  length: number | undefined,
  frame: Frame,
  found: Found,
): void => {
  const isWhole = moment.side === 'whole';
  const duration = isWhole ? (length ?? moment.duration) : moment.duration;
  const transition = present({ ...WHOLE[type]?.(animation, frame), duration, easing: moment.easing });
  animation.ignore(
    'distance',
    'start_angle',
    'end_angle',
    'x_anchor',
    'y_anchor',
    'axis',
    'end_scale',
    'start_scale',
  );
  if (isWhole && length === undefined && type === 'wipe') found.progress = String(transition['direction']);
  else if (isWhole && length === undefined)
    animation.differs('type', 'lasts one second instead of the whole element');
  const side = moment.side === 'out' ? 'out' : 'in';
  if (found.transition?.[side] === undefined) found.transition = { ...found.transition, [side]: transition };
  else
    animation.differs(
      'type',
      `"${type.slice(0, 50)}" is left out: an element has one transition at each end`,
    );
};

const addAnimation = (
  animation: Reader,
  role: string,
  kind: string,
  frame: Frame,
  length: number | undefined,
  found: Found,
): void => {
  const type = animation.text('type') ?? '';
  const given = momentOf(animation, length);
  const moment: Moment = role === '' ? given : { ...given, side: role === 'exit' ? 'out' : 'in' };
  const isWhole = moment.side === 'whole';
  animation.ignore('track', 'fixed', 'clip', 'enable');
  const scope = animation.choice('scope', SCOPES) ?? 'element';
  if (isWhole && scope === 'composition') animation.differs('scope', 'the element moves inside its box');
  if (type.startsWith('text-')) {
    const text = kind === 'text' && type !== 'text-counter' ? ofText(animation, type, moment) : undefined;
    if (found.text !== undefined || text === undefined)
      animation.differs('type', `"${type.slice(0, 50)}" is left out: a text has one animation`);
    else found.text = text;
  } else if (type === 'pan' || (isWhole && type === 'scale'))
    found.motion = panOf(animation, type, moment.easing);
  else if (isWhole && type === 'spin' && length !== undefined) {
    const turned = angleOf(animation.raw('rotation')) ?? 360;
    found.keyframes.push(
      keyframesOf('transform.rotation', [
        { time: 0, value: 0 },
        { time: length, value: turned },
      ]),
    );
  } else if (WHOLE[type]) addTransition(animation, type, moment, length, frame, found);
  else {
    animation.differs('', `"${type.slice(0, 50)}" has no counterpart: the element does not move`);
    animation.ignore(...animation.names());
  }
};

/** The animations of an element. @param length of the element, ms, if it is known */
export const animationsOf = (
  element: Reader,
  kind: string,
  frame: Frame,
  length: number | undefined,
): Animations => {
  const found: Found = {
    transition: undefined,
    motion: undefined,
    text: undefined,
    keyframes: [],
    progress: undefined,
  };
  for (const animation of element.children('animations')) {
    if (animation.has('type') || !animation.has('property'))
      addAnimation(animation, '', kind, frame, length, found);
    else namedKeyframes(animation);
  }
  for (const role of ['transition', 'enter', 'exit'])
    if (element.isObject(role)) addAnimation(element.child(role), role, kind, frame, length, found);
  return found;
};

/** How long an element overlaps the one before it on its track, with a transition, ms. */
export const overlapOf = (element: Reader): number => {
  const listed = element.peek('animations');
  const transitions = [...(Array.isArray(listed) ? listed : []), element.peek('transition')].filter(isRecord);
  const durations = transitions.map((one, index) =>
    one['transition'] === true || (index === transitions.length - 1 && one === element.peek('transition'))
      ? (secondsIn(one['duration']) ?? 1) * 1000
      : 0,
  );
  return Math.max(0, ...durations);
};
