import canonicalize from 'canonicalize';
import type { Clip } from '../../domain/composition/clips/clip.js';
import type { Composition } from '../../domain/composition/composition.js';
import { isAnimatedCaption } from '../../domain/composition/captions/caption-groups.js';
import { listedWords } from '../../domain/composition/fields/caption.js';
import { pushesAmong } from '../../domain/composition/pushers.js';
import type { Interval } from '../../domain/composition/resolve/times.js';

// The look of a clip as canonical JSON: two clips with the same text look the same in every frame that shows them. The
// reverse does not hold. Sources are assumed to be unchanged.

/** A clip and when it plays. */
export interface ComparedClip {
  readonly clip: Clip;
  readonly interval: Interval;
}

/** The context on which the looks of the clips of a list depend. */
export interface LookContext {
  readonly siblings: ReadonlyArray<ComparedClip>;
  /** Duration of the video, ms. */
  readonly duration: number;
  /** All sound of the video, for clips that show it or its transcription. */
  readonly sound: unknown;
  /** Gives equal texts the same number. */
  readonly numberOf: (text: string) => number;
}

const WITHOUT_LOOK: ReadonlySet<string> = new Set(['id', 'name', 'volume', 'audio', 'duck', 'timeFrame']);

/** The fields of a clip that its look depends on, except for its times. */
const visibleFields = (clip: Clip): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(Object.entries(clip).filter(([name]) => !WITHOUT_LOOK.has(name))),
  ...(clip.keyframes ? { keyframes: clip.keyframes.filter(({ property }) => property !== 'volume') } : {}),
  ...(clip.type === 'group'
    ? {
        clips: clip.clips.map((inner) => ({
          id: inner.id,
          timeFrame: inner.timeFrame,
          ...visibleFields(inner),
        })),
      }
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

const timesOfLook = ({ clip, interval: { start, end } }: ComparedClip): object => {
  if (isStill(clip)) return {};
  const { start: _, end: __, duration: ___, after: ____, gap: _____, ...playback } = clip.timeFrame;
  return { ...playback, start, ...(dependsOnLength(clip) ? { end } : {}) };
};

/** Whether the look of a clip depends on the duration of the video. */
const showsDuration = (clip: Clip): boolean =>
  clip.type === 'progress' || (clip.type === 'group' && clip.clips.some(showsDuration));

const showsSound = (clip: Clip): boolean => {
  if (clip.type === 'group') return clip.clips.some(showsSound);
  return (
    clip.type === 'waveform' ||
    (clip.type === 'caption' && listedWords(clip.captionProperties.words).length === 0)
  );
};

/** If more clips push others, they are compared as a whole: a change of one then changes the looks of all clips. */
const MAX_PUSHERS = 50;

const isPusher = ({ clip: { transition } }: ComparedClip): boolean =>
  transition?.in?.type === 'push' || transition?.out?.type === 'push';

const oncePerClip = <A>(compute: (timed: ComparedClip) => A): ((timed: ComparedClip) => A) => {
  const computed = new Map<ComparedClip, A>();
  return (timed) => {
    const value = computed.get(timed) ?? compute(timed);
    computed.set(timed, value);
    return value;
  };
};

/**
 * The look of each clip of a list in the frames that show it. Other clips on which it depends, because they mask or push it,
 * appear as the number of their text.
 */
export const looksIn = ({
  siblings,
  duration,
  sound,
  numberOf,
}: LookContext): ((timed: ComparedClip) => string) => {
  const byId = new Map(siblings.map((timed) => [timed.clip.id, timed]));
  const pushers = siblings.filter(isPusher);
  const numbered = (value: unknown): number => numberOf(canonicalize(value) ?? '');
  const fields = oncePerClip(({ clip, interval }) => numbered({ ...visibleFields(clip), ...interval }));

  /** The number of the chain of masks that begins with a clip. */
  const masks = new Map<ComparedClip, number>();
  const masksOf = ({ clip }: ComparedClip): ReadonlyArray<number> => {
    const mask = byId.get(clip.effects?.mask?.clip ?? '');
    if (!mask) return [];
    // Set first, so that a cycle ends.
    if (!masks.has(mask)) {
      masks.set(mask, -1);
      masks.set(mask, numbered([fields(mask), mask.clip.timeFrame, masksOf(mask)]));
    }
    return [masks.get(mask) ?? -1];
  };

  let soundNumber: number | undefined;
  const numberOfSound = (): number => (soundNumber ??= numbered(sound));

  const allPushers = pushers.length > MAX_PUSHERS ? [numbered(pushers.map(fields))] : undefined;
  const pushesOf = (timed: ComparedClip): ReadonlyArray<unknown> => {
    if (allPushers) return allPushers;
    if (pushers.length === 0) return [];
    const pushes = pushesAmong(timed, siblings, ({ interval }) => interval);
    return pushes.map(({ clip, side }) => [fields(clip), side]);
  };

  return (timed) =>
    canonicalize({
      ...visibleFields(timed.clip),
      timeFrame: timesOfLook(timed),
      masks: masksOf(timed),
      pushes: pushesOf(timed),
      ...(showsDuration(timed.clip) ? { duration } : {}),
      ...(showsSound(timed.clip) ? { sound: numberOfSound() } : {}),
    }) ?? '';
};

const hasSound = ({ type }: Clip): boolean => type === 'video' || type === 'audio' || type === 'group';

/** All sound of a video. */
export const soundOf = ({ metadata, clips }: Composition): unknown => ({
  soundtrack: metadata.soundtrack ?? null,
  loudness: metadata.loudness ?? null,
  clips: clips.filter(hasSound),
});
