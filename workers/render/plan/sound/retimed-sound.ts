import { isRetimed, retimingOf } from '../../../../domain/composition/animation/retiming.js';
import { type Retiming, soundEnd } from '../../../../domain/composition/animation/time-map.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';

/** A retimed source, and whether its pitch is kept or follows the speed. */
export interface RetimedSound {
  readonly retiming: Retiming;
  readonly pitch: 'keep' | 'follow';
}

/**
 * How a clip retimes the sound of media of `media` ms, if it does, and when the sound ends, in ms from the clip's
 * start.
 * @param sound when the sound of the media ends, ms
 */
export const retimedSoundOf = (
  clip: ResolvedClip,
  media: number,
  sound: number = media,
): { readonly retimed: RetimedSound; readonly end: number } | undefined => {
  const { start, end } = clip.timeFrame;
  const retiming = retimingOf(clip, media, end - start);
  if (!isRetimed(retiming)) return undefined;
  return { retimed: { retiming, pitch: clip.effects?.pitch ?? 'keep' }, end: soundEnd(retiming, sound) };
};
