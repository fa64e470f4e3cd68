import type { DraftClip } from '../draft.js';
import { built } from '../reading/fields.js';
import { type JsonObject, table, clamped, each } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { angleOf, type Surroundings, shareOf, UNKNOWN_SIDE } from './values.js';

/** A movement as a transition. It notes what a person sees instead, if it is another one. */
type Way = (animation: Reader, frame: Surroundings) => JsonObject;

const SIDES = ['right', 'down', 'left', 'up'] as const;

export const directionIn = (animation: Reader, otherwise: string): string => {
  const name = animation.text('direction') ?? otherwise;
  if (SIDES.some((side) => side === name)) return name;
  const angle = angleOf(name);
  const quarter = angle === undefined ? undefined : (((angle / 90) % 4) + 4) % 4;
  const nearest = Math.round(quarter ?? Number.NaN);
  const side = SIDES[nearest % 4];
  if (quarter !== nearest) animation.differs('direction', `is carried over as ${side ?? otherwise}`);
  return side ?? otherwise;
};

const fades = (animation: Reader): boolean => animation.flag('fade') ?? true;

/** A movement that looks different. */
const near =
  (differs: string, way: Way): Way =>
  (animation, frame) => {
    animation.differs('type', differs);
    return way(animation, frame);
  };

const grown = (from: number, differs: string): Way =>
  near(differs, (animation) => ({ type: 'zoom', from, fade: fades(animation) }));

const slide: Way = (animation, frame) => {
  const direction = directionIn(animation, 'right');
  const share = shareOf(animation.raw('distance')) ?? 1;
  const side = direction === 'left' || direction === 'right' ? frame.width : frame.height;
  const distance = share >= 1 ? 'canvas' : share * (side ?? UNKNOWN_SIDE);
  if (share > 1) animation.differs('distance', 'the element moves across the canvas');
  if (share < 1 && side === undefined) animation.differs('distance', 'is a share of a usual canvas');
  return { type: 'slide', direction, distance, fade: fades(animation) };
};

/** Transitions of whole elements, by the type of the animation. */
export const WHOLE_TRANSITIONS: Readonly<Record<string, Way>> = table<Way>({
  fade: () => ({ type: 'fade' }),
  slide,
  'rotate-slide': near('the element slides without turning', (animation, frame) => {
    animation.ignore('clockwise');
    return slide(animation, frame);
  }),
  wipe: (animation) => {
    const anchor = shareOf(animation.raw('x_anchor'));
    const angle = angleOf(animation.raw('start_angle') ?? 0) ?? Number.NaN;
    if (angle % 90 !== 0) animation.differs('start_angle', 'the edge moves straight across or down');
    if (anchor !== undefined && anchor !== 0 && anchor !== 1)
      animation.differs('x_anchor', 'the edge moves from one side to the other');
    if (angleOf(animation.raw('end_angle') ?? angle) !== angle)
      animation.differs('end_angle', 'the edge does not turn', 'leftOut');
    // Their library has the names: it wipes up at 90 degrees, down at 270, and left from an anchor at the right.
    const quarter = Math.round(angle / 90) + (anchor === 1 ? 2 : 0);
    const direction = SIDES[((-quarter % 4) + 4) % 4] ?? 'right';
    return { type: 'wipe', direction, fade: fades(animation) };
  },
  'circular-wipe': (animation) => ({ type: 'circle', fade: fades(animation) }),
  'color-wipe': near('a colour fades over the element instead of moving across it', (animation) => ({
    type: 'color',
    color: animation.color('color') ?? '#000000',
  })),
  scale: (animation) => {
    const start = animation.text('start_scale') ?? '0';
    const [across, down = across] = start.trim().split(/\s+/);
    if (across !== down) animation.differs('start_scale', 'the element grows evenly');
    return { type: 'zoom', from: clamped(0, 10, shareOf(start) ?? 0), fade: fades(animation) };
  },
  spin: (animation) => ({
    type: 'spin',
    angle: -(angleOf(animation.raw('rotation')) ?? 360),
    fade: fades(animation),
  }),
  squash: grown(0, 'the element grows evenly'),
  flip: grown(0.5, 'the element grows instead of turning in space'),
  bounce: grown(0.3, 'the element grows with a bounce'),
});

/** Which elements an animation moves: the one before, and the own one. */
export interface Moves {
  readonly first: boolean;
  readonly second: boolean;
}

const ONE = { 'first-only': 'first', 'second-only': 'second' };
const ENABLED = table({ ...each('both always', 'first second'), ...ONE });

/** @param isTransition whether the animation is one between two elements */
export const movesOf = (animation: Reader, isTransition: boolean): Moves => {
  const enabled = animation.choice('enable', ENABLED) ?? 'first second';
  const fixed = animation.choice('fixed', { none: '', ...ONE });
  const moves = (side: 'first' | 'second') => enabled.includes(side) && fixed !== side;
  return isTransition ? { first: moves('first'), second: moves('second') } : { first: false, second: true };
};

export interface ElementClip extends DraftClip {
  /** How the element before it on its track leaves as it enters. */
  readonly leaves?: JsonObject | undefined;
}

const fills = ({ clip }: DraftClip): boolean => {
  const { width, height } = (clip['size'] ?? {}) as JsonObject;
  return width === '100%' && height === '100%';
};

/** Whether an element hides the one before it. A composition does if something in it fills it. */
const covers = ({ clip, inner = [] }: DraftClip): boolean =>
  clip['type'] === 'group'
    ? inner.some((one) => fills(one) && covers(one))
    : !/^(text|caption|audio)$/.test(String(clip['type']));

/** An element that leaves as the next one enters, if both are shown then and it is seen that it leaves. */
export const leaving = (
  { clip, ...draft }: DraftClip,
  next: ElementClip,
  ends: number | undefined,
  nextStarts: number | undefined,
): DraftClip => {
  const { leaves } = next;
  const overlap = ends === undefined || nextStarts === undefined ? Infinity : ends - nextStarts;
  const own = clip['transition'] as JsonObject | undefined;
  const isSeen = /^(slide|zoom|spin)$/.test(String(leaves?.['type'])) || !covers(next);
  if (!leaves || !isSeen || overlap <= 0 || own?.['out'] !== undefined) return { ...draft, clip };
  const duration = Math.min(overlap, Number(leaves['duration']));
  return { ...draft, clip: built(clip, { 'transition.out': { ...leaves, duration } }) };
};

/** A text that comes in by letters and leaves by them, as two: a text has one animation. @param at when it leaves, ms */
export const inAndOut = (path: string, clip: JsonObject, animation: JsonObject, at: number): DraftClip => {
  const { id, timeFrame, transition, ...text } = clip as { readonly transition?: JsonObject } & JsonObject;
  const leaves = Math.max(1, at);
  const comes = built(text, { timeFrame: { end: leaves }, 'transition.in': transition?.['in'] });
  const goes = built(text, {
    timeFrame: { start: leaves, end: 'video' },
    'textProperties.animation': animation,
    'transition.out': transition?.['out'],
  });
  const { z } = clip['position'] as JsonObject;
  const group = { type: 'group', id, timeFrame, size: { width: '100%', height: '100%' }, position: { z } };
  return { path, clip: group, inner: [comes, goes].map((one) => ({ path, clip: one })) };
};
