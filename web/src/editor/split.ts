import type { Clip } from '../../../clients/typescript/core/types.js';
import { ease } from '../../../domain/composition/animation/easing.js';
import { documentValueAt } from '../../../domain/composition/animation/interpolation.js';
import { motionAt } from '../../../domain/composition/animation/motion.js';
import type { Easing } from '../../../domain/composition/fields/easing.js';
import type { KeyframePoint } from '../../../domain/composition/fields/keyframes.js';
import type { Motion } from '../../../domain/composition/fields/motion.js';
import { counterValue } from '../../../domain/composition/fields/text-animation.js';
import { firstFrameFrom, type FrameRate, frameRate } from '../../../domain/composition/timeline.js';
import { type Side, tracksBeside } from './animate/keyframes.js';
import type { Document } from './document.js';
import { freshId } from './fresh-id.js';
import type { Places } from './places.js';
import { afterSplit, goesWith } from './references.js';
import { withoutValueAt, withValueAt } from './value-at.js';
import { t } from '../words/words.js';

/** Whether a clip simply plays on from its offset, so that it can be split by another offset; groups have no offset. */
const playsOn = ({ type, timeFrame: { freeze, loop, reverse, speed }, keyframes = [] }: Clip): boolean =>
  type !== 'group' &&
  (freeze ?? []).length === 0 &&
  (loop ?? false) === false &&
  reverse !== true &&
  speed !== 'fit' &&
  !keyframes.some(({ property }) => property === 'timeFrame.speed');

/** Whether all keyframes have a value at the time `cut`: between lengths of different units, they have none. */
const hasValuesAt = ({ keyframes = [] }: Clip, cut: number): boolean =>
  keyframes.every(
    ({ property, points }) =>
      documentValueAt({ property, points: points as ReadonlyArray<KeyframePoint> }, cut) !== undefined,
  );

/** What happens at one end of a clip, which only the part with that end keeps. */
const AT_ENDS = {
  before: ['transition.out', 'audio.fadeOut'],
  after: ['transition.in', 'audio.fadeIn'],
};

/**
 * One part of a clip with what moves from its start to its end: divided at the values that it has there.
 * @param share of the time of the clip before the cut; `counted`, of the steps between its frames
 */
const withMovesBeside = (clip: Clip, share: number, counted: number, side: Side): Clip => {
  const end = side === 'before' ? 'to' : 'from';
  const { animation, counter } = (clip.type === 'text' && clip.textProperties) || {};
  const moved = clip.motion
    ? withValueAt(clip, `motion.${end}`, motionAt(clip.motion as Motion, share))
    : clip;
  if (counter) {
    const progress = ease((counter.easing ?? 'linear') as Easing, counted);
    const value = counterValue({ from: 0, ...counter }, progress);
    return withValueAt(moved, `textProperties.counter.${end}`, value);
  }
  const isElsewhere = animation?.at === (side === 'before' ? 'out' : 'in');
  return isElsewhere ? withoutValueAt(moved, 'textProperties.animation') : moved;
};

const halves = (
  clip: Clip,
  id: string,
  { start, end }: { readonly start: number; readonly end: number },
  ms: number,
  rate: FrameRate,
): readonly [Clip, Clip] => {
  const { after: _, gap: __, duration: ___, ...timeFrame } = clip.timeFrame;
  const cut = ms - start;
  const offset = (timeFrame.offset ?? 0) + cut * Number(timeFrame.speed ?? 1);
  const plays =
    ['video', 'audio', 'caption'].includes(clip.type) || (clip.type === 'image' && 'source' in clip);
  const frames = (from: number, to: number) => firstFrameFrom(to, rate) - firstFrameFrom(from, rate);
  const part = (side: Side, more: object): Clip => {
    const { keyframes } = clip;
    // A counter shows its last value on its last frame.
    const counted = (frames(start, ms) - (side === 'before' ? 1 : 0)) / Math.max(1, frames(start, end) - 1);
    const kept = AT_ENDS[side].reduce((before, path) => withoutValueAt(before, path), {
      ...withMovesBeside(clip, cut / (end - start), counted, side),
      ...(keyframes ? { keyframes: tracksBeside(keyframes, cut, side) } : {}),
    });
    return { ...kept, ...more };
  };
  return [
    part('before', { timeFrame: { ...timeFrame, start, end: ms } }),
    part('after', { id, timeFrame: { ...timeFrame, start: ms, end, ...(plays ? { offset } : {}) } }),
  ];
};

/**
 * The document with these clips split at `ms`, as far as they play then and can be split. What they mask, and what shows
 * their sound or words, is split with them; other clips follow the second parts.
 */
export const splitAt = (
  document: Document,
  ids: ReadonlyArray<string>,
  ms: number,
  places: Places,
): Document => {
  const cut = Math.floor(ms); // the second part begins with the frame that is shown at `ms`
  const rate = frameRate(places.fps);
  const placeOf = (id: string) => places.clips.find((one) => one.id === id);
  const isPlaying = ({ id = '' }: Clip): boolean => {
    const place = placeOf(id);
    return place !== undefined && cut > place.start && cut < place.end;
  };
  const parts = new Map<string, readonly [Clip, Clip]>();
  for (const id of ids) {
    const playing = goesWith(document.clips, id).filter(isPlaying);
    const canBeSplit = (clip: Clip) =>
      playsOn(clip) && hasValuesAt(clip, cut - (placeOf(clip.id ?? '')?.start ?? 0));
    if (!playing.some((clip) => clip.id === id) || !playing.every(canBeSplit)) continue;
    for (const clip of playing) {
      const place = placeOf(clip.id ?? '');
      if (place)
        parts.set(place.id, parts.get(place.id) ?? halves(clip, freshId(place.id), place, cut, rate));
    }
  }
  if (parts.size === 0) return document;
  const seconds = new Map([...parts].map(([id, [, { id: second = '' }]]) => [id, second]));
  const named = (clip: Clip, start: number): Clip => afterSplit(clip, seconds, start >= cut);
  const clips = document.clips.flatMap((clip) => {
    const [first, second] = parts.get(clip.id ?? '') ?? [];
    return first && second
      ? [named(first, -Infinity), named(second, cut)]
      : [named(clip, placeOf(clip.id ?? '')?.start ?? 0)];
  });
  return { ...document, clips: clips as Document['clips'] };
};

/** Why none of these clips can be split at `ms`, in words for the user. */
export const whyNotSplit = (ids: ReadonlyArray<string>, ms: number, places: Places): string => {
  const playing = places.clips.filter(
    ({ id, start, end }) => ids.includes(id) && start < Math.floor(ms) && Math.floor(ms) < end,
  );
  if (playing.length === 0) return t('No selected clip plays at the playhead: there is nothing to split.');
  return playing.some(({ type }) => type === 'group')
    ? t('Groups cannot be split, because their clips would start again. Ungroup them first.')
    : t(
        'Clips that loop, freeze, play backwards, or fit or change their speed cannot be split, nor can keyframes between lengths of different units.',
      );
};
