import { isRetimed, retimingOf } from '../../../../domain/composition/animation/retiming.js';
import { type Retiming, soundEnd } from '../../../../domain/composition/animation/time-map.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';

/** How a source is retimed, and whether its pitch stays or follows the speed. */
export interface RetimedSound {
  readonly retiming: Retiming;
  readonly pitch: 'keep' | 'follow';
}

/**
 * How a clip retimes the sound of its media, and when the sound ends, in ms from the clip's start; undefined if it does
 * not retime it.
 * @param media the duration of the media, in ms
 * @param sound when the sound of the media ends, in ms
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
