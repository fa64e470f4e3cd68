import canonicalize from 'canonicalize';
import type { Clip } from '../../domain/composition/clips/clip.js';
import type { Composition } from '../../domain/composition/composition.js';
import { isAnimatedCaption } from '../../domain/composition/captions/caption-states.js';
import { pushesAmong } from '../../domain/composition/pushers.js';
import type { Interval } from '../../domain/composition/resolve/times.js';

// What decides how a clip looks, as canonical JSON: two clips with the same text look the same in every frame that shows
// them. The reverse does not hold. Sources are taken to be unchanged.

/** A clip and when it plays. */
export interface TimedClip {
  readonly clip: Clip;
  readonly interval: Interval;
}

/** What the looks of the clips of a list also depend on. */
export interface LookContext {
  readonly siblings: ReadonlyArray<TimedClip>;
  /** Duration of the video, ms. */
  readonly duration: number;
  /** All that is heard, for what visualizes it or is transcribed from it. */
  readonly sound: unknown;
}

const WITHOUT_LOOK: ReadonlySet<string> = new Set(['id', 'name', 'volume', 'audio', 'duck', 'timeFrame']);

/** The fields of a clip that its look depends on, except for its times. */
const visibleFields = (clip: Clip): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(Object.entries(clip).filter(([name]) => !WITHOUT_LOOK.has(name))),
  ...(clip.keyframes ? { keyframes: clip.keyframes.filter(({ property }) => property !== 'volume') } : {}),
  ...(clip.type === 'group'
    ? { clips: clip.clips.map((one) => ({ id: one.id, timeFrame: one.timeFrame, ...visibleFields(one) })) }
    : {}),
});

/** Whether the look of a clip may depend on how long it plays. */
const dependsOnLength = (clip: Clip): boolean => {
  const { transition, motion, keyframes = [], effects, timeFrame } = clip;
  if (transition || motion || keyframes.length > 0 || effects?.mask) return true;
  if ([timeFrame.speed, timeFrame.loop, timeFrame.freeze, timeFrame.reverse].some((set) => set !== undefined))
    return true;
  switch (clip.type) {
    case 'text':
      return clip.textProperties.animation !== undefined || clip.textProperties.counter !== undefined;
    case 'caption':
      return isAnimatedCaption(clip.captionProperties);
    case 'group':
    case 'progress':
    case 'waveform':
      return true;
    case 'video':
    case 'audio':
    case 'image':
    case 'shape':
      return false;
  }
};

/** Whether a clip looks the same in all its frames. */
const isStill = (clip: Clip): boolean =>
  (clip.type === 'text' || clip.type === 'shape') && !dependsOnLength(clip);

const timesOfLook = ({ clip, interval: { start, end } }: TimedClip): object => {
  if (isStill(clip)) return {};
  const { start: _, end: __, duration: ___, after: ____, gap: _____, ...playback } = clip.timeFrame;
  return { ...playback, start, ...(dependsOnLength(clip) ? { end } : {}) };
};

/** Whether a clip shows how long the video is. */
const showsDuration = (clip: Clip): boolean =>
  clip.type === 'progress' || (clip.type === 'group' && clip.clips.some(showsDuration));

/** Whether a clip shows what is heard. */
const showsSound = (clip: Clip): boolean => {
  if (clip.type === 'group') return clip.clips.some(showsSound);
  return clip.type === 'waveform' || (clip.type === 'caption' && clip.captionProperties.words.length === 0);
};

/** The clip that masks another one, and those that mask it, with all their times. */
const masksOf = (
  { clip }: TimedClip,
  siblings: ReadonlyArray<TimedClip>,
  seen: ReadonlySet<string> = new Set(),
): ReadonlyArray<unknown> => {
  const id = clip.effects?.mask?.clip;
  const mask = id === undefined || seen.has(id) ? undefined : siblings.find((one) => one.clip.id === id);
  if (!mask) return [];
  const { offset } = mask.clip.timeFrame;
  const own = {
    ...visibleFields(mask.clip),
    timeFrame: { ...mask.clip.timeFrame, offset },
    ...mask.interval,
  };
  return [own, ...masksOf(mask, siblings, new Set([...seen, mask.clip.id]))];
};

/** The clips that push another one out or draw it in. */
const pushesOf = (timed: TimedClip, siblings: ReadonlyArray<TimedClip>): ReadonlyArray<unknown> =>
  pushesAmong(timed, siblings, ({ interval }) => interval).map(({ clip: { clip, interval }, side }) => ({
    ...visibleFields(clip),
    ...interval,
    side,
  }));

/** What decides how a clip looks in the frames that show it. */
export const lookOf = (timed: TimedClip, { siblings, duration, sound }: LookContext): string =>
  canonicalize({
    ...visibleFields(timed.clip),
    timeFrame: timesOfLook(timed),
    masks: masksOf(timed, siblings),
    pushes: pushesOf(timed, siblings),
    ...(showsDuration(timed.clip) ? { duration } : {}),
    ...(showsSound(timed.clip) ? { sound } : {}),
  }) ?? '';

const isHeard = ({ type }: Clip): boolean => type === 'video' || type === 'audio' || type === 'group';

/** All that is heard in a video. */
export const soundOf = ({ metadata, clips }: Composition): unknown => ({
  soundtrack: metadata.soundtrack ?? null,
  loudness: metadata.loudness ?? null,
  clips: clips.filter(isHeard),
});
