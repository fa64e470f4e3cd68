import { isRecord } from '../../../domain/codec/json.js';
import { colorOf } from '../reading/colors.js';
import { type JsonObject, present, same, clamped } from '../reading/json-object.js';
import type { DeviationKind } from '../reading/deviations.js';
import type { Reader } from '../reading/reader.js';
import { secondsIn } from '../reading/times.js';
import * as moments from './moments.js';
import { WHOLE_TRANSITIONS } from './transitions.js';
import { shareOf } from './values.js';

// Animations of Creatomate: https://creatomate.com/docs/json/animations/animation-properties

/** What the animations of an element give its clip. */
export interface Animations {
  readonly transition?: JsonObject;
  readonly motion?: JsonObject;
  /** Of letters, words or lines. */
  readonly text?: JsonObject;
  /** How they leave, and how long before the end, ms. */
  readonly exit?: { readonly text: JsonObject; readonly lasts: number };
  /** How the element before it on its track leaves as this one enters. */
  readonly leaves?: JsonObject;
  /** The direction of a wipe over the whole element, whose length is not known. */
  readonly progress?: string;
  /** How long it is hidden before it enters, ms. */
  readonly wait?: number;
}

/** A pan or zoom over the whole element. */
const panOf = (animation: Reader, type: string, easing: moments.Moment['easing']): JsonObject => {
  if (animation.flag('fade') === true) animation.differs('fade', 'the element does not fade as well');
  const usual = type === 'pan' ? 1.2 : 1;
  const scale = (name: string) => Math.max(1, shareOf(animation.raw(name)) ?? usual);
  const focus = (name: string, anchor: string) =>
    clamped(0, 1, shareOf(animation.raw(name)) ?? shareOf(animation.raw(anchor)) ?? 0.5);
  return present({
    from: { scale: scale('start_scale'), x: focus('start_x', 'x_anchor'), y: focus('start_y', 'y_anchor') },
    to: { scale: scale('end_scale'), x: focus('end_x', 'x_anchor'), y: focus('end_y', 'y_anchor') },
    easing,
  });
};

/** Two transitions as one, if one of both is a fade, which the other has in it; undefined otherwise. */
const withFade = (
  first: JsonObject | undefined,
  second: JsonObject,
  differs: (message: string, kind: DeviationKind) => void,
): JsonObject | undefined => {
  if (first === undefined) return second;
  const [fade, other] = second['type'] === 'fade' ? [second, first] : [first, second];
  if (fade['type'] !== 'fade' || other['fade'] === undefined) return undefined;
  const longer = Number(fade['duration']) / Number(other['duration']);
  if (longer !== 1 || fade['easing'] !== other['easing'])
    differs('the element fades as it moves', longer < 0.5 || longer > 2 ? 'near' : 'unseen');
  return { ...other, fade: true };
};

/** A transition at the start or end of the element, if it has none there. */
const transitionOf = (
  animation: Reader,
  type: string,
  moment: moments.Moment,
  { kind, frame, length }: moments.Animated,
  found: Animations,
): Animations | undefined => {
  const isWhole = moment.side === 'whole';
  if (type === 'scale' || type === 'circular-wipe')
    animation.lacks(
      'it begins in the middle of the element',
      ...moments.unusual(animation, 'x_anchor', 'y_anchor', 'axis'),
    );
  const duration = isWhole ? (length ?? moment.duration) : moment.duration;
  const transition = present({
    ...WHOLE_TRANSITIONS[type]?.(animation, frame),
    duration,
    easing: moment.easing,
  });
  if (isWhole && length === undefined && type === 'wipe' && kind === 'shape') {
    if (transition['fade'] === true) animation.differs('fade', 'the element does not fade as well');
    return { progress: String(transition['direction']) };
  }
  if (isWhole && length === undefined)
    animation.differs('type', 'lasts one second instead of the whole element');
  const side = moment.side === 'out' ? 'out' : 'in';
  const leaves = moment.moves.first ? { leaves: transition } : {};
  if (!moment.moves.second) return leaves;
  const before = found.transition?.[side] as JsonObject | undefined;
  const together = withFade(before, transition, (message, kind) => animation.differs('', message, kind));
  return together
    ? { transition: { ...found.transition, [side]: together }, ...leaves }
    : animation.differs('', `"${type.slice(0, 50)}" is left out: an element has one transition at each end`);
};

const SCOPES = { ...same('element composition'), split: 'element', 'split-clip': 'element' };

/** What an animation adds to those that are found. */
const animationOf = (
  animation: Reader,
  role: moments.Role,
  element: moments.Animated,
  found: Animations,
): Animations | undefined => {
  const { kind, length } = element;
  const type = animation.text('type') ?? '';
  const moment = moments.momentOf(animation, role, element);
  const isWhole = moment.side === 'whole';
  animation.ignore('track', 'clip');
  if (animation.choice('scope', SCOPES) === 'composition' && isWhole)
    animation.differs('scope', 'the element moves inside its box');
  if (type.startsWith('text-')) {
    const isOut = moment.side === 'out';
    const isApart = isOut && length !== undefined;
    const before = isApart ? found.exit : found.text;
    if (before === undefined && kind === 'text' && type !== 'text-counter') {
      const leaves = moment.moves.first ? { leaves: { type: 'fade', duration: moment.duration } } : {};
      if (moment.moves.first) animation.differs('type', 'the text before this one fades out meanwhile');
      const text = moments.ofText(animation, type, moment, element.hasBack);
      return { ...(isApart ? { exit: { text, lasts: moment.duration } } : { text }), ...leaves };
    }
    animation.ignore(...animation.names());
    animation.differs(
      '',
      `"${type.slice(0, 50)}" is left out, because a text has one animation at each end${isOut ? ': the text fades out' : ''}`,
    );
    return isOut ? transitionOf(animation, 'fade', moment, element, found) : undefined;
  }
  const zooms = moments.isZoom(animation) && (kind === 'image' || kind === 'video');
  if (zooms && !isWhole && Math.abs(moment.duration - (length ?? 0)) > moment.duration / 10)
    animation.differs('duration', 'the zoom lasts as long as the element');
  if (type === 'pan' || (type === 'scale' && (isWhole || zooms)))
    return { motion: panOf(animation, type, moment.easing) };
  if (WHOLE_TRANSITIONS[type]) return transitionOf(animation, type, moment, element, found);
  animation.ignore(...animation.names());
  return animation.differs('', `"${type.slice(0, 50)}" has no counterpart: the element does not move`);
};

/** @param canWait whether its clip may begin later than the element */
export const animationsOf = (
  element: Reader,
  { canWait, ...of }: Omit<moments.Animated, 'wait' | 'hasBack'> & { readonly canWait: boolean },
): Animations => {
  const roles = (['transition', 'enter', 'exit'] as const).filter((role) => element.isObject(role));
  const all = [
    ...element.children('animations').map((animation) => [animation, ''] as const),
    ...roles.map((role) => [element.child(role), role] as const),
  ];
  const wait = canWait ? moments.waitOf(all) : 0;
  const hasBack = !/^$|^transparent$|^#......00$/.test(colorOf(element.peek('background_color')) ?? '');
  return all.reduce<Animations>(
    (found, [animation, role]) => {
      const more = animationOf(animation, role, { ...of, wait, hasBack }, found);
      for (const [name, values] of Object.entries(moments.USUAL))
        if (values.includes(animation.peek(name))) animation.ignore(name);
      return { ...found, ...more };
    },
    { wait },
  );
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
