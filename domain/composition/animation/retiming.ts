import type { Clip } from '../clips/clip.js';
import { LIMITS } from '../limits.js';
import { pointsOf } from './interpolation.js';
import { type Retiming, playedMedia } from './time-map.js';

/** The speed at which `media` ms of media last `length` ms, within the limits of speeds. */
const fittingSpeed = (media: number, length: number): number =>
  Number.isFinite(media) && Number.isFinite(length)
    ? Math.min(LIMITS.speed.maximum, Math.max(LIMITS.speed.minimum, media / length))
    : 1;

/** How a clip of `length` ms plays media of `media` ms; both may be `Infinity`. */
export const retimingOf = (
  { timeFrame, keyframes }: Pick<Clip, 'keyframes'> & { readonly timeFrame: Playing },
  media: number,
  length: number,
): Retiming => {
  const { offset = 0, speed = 1, loop = false, freeze = [], reverse = false } = timeFrame;
  return {
    offset,
    media,
    length,
    speed: pointsOf(keyframes, 'timeFrame.speed') ?? [
      { time: 0, value: speed === 'fit' ? fittingSpeed(media - offset, length) : speed },
    ],
    freezes: freeze,
    plays: loop === true ? 'endless' : loop === false ? 1 : loop,
    isReversed: reverse,
  };
};

type Playing = Pick<Clip['timeFrame'], 'offset' | 'speed' | 'loop' | 'freeze' | 'reverse'>;

/** Whether a clip does not simply play its media once, forwards, at normal speed, from its offset. */
export const isRetimed = (retiming: Retiming): boolean => {
  const { speed, freezes, isReversed, plays, media, offset, length } = retiming;
  return (
    isReversed ||
    speed.some(({ value }) => value !== 1) ||
    freezes.some(({ at }) => at < length) ||
    (plays !== 1 && media > offset && playedMedia(retiming) > media - offset)
  );
};
