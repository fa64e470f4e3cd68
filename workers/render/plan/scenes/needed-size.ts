import type { Canvas } from '../../../../domain/composition/composition.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import type { ProbedImage } from '../../ports/media-probe.js';
import { type Growth, growthsOf } from './growth.js';

/** Maximum pixels of a vector drawing, which is rasterized at the size at which it is shown: twice those of 4K. */
const DRAWING_PIXELS = 2 ** 24;

/** Maximum pixels of media with a chroma key, which needs the media's own pixels: 4K. */
const KEYED_PIXELS = 3840 * 2160;

/** Rounds sides to whole px, at least one. */
const wholeSize = ({ width, height }: Canvas): Canvas => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
});

/** The sides of media in its own px, and whether it is a vector drawing. */
type Media = Canvas & Pick<ProbedImage, 'scalable'>;

/** The largest scale at which media is shown, relative to its own pixels. */
const factorOf = (
  { size, transform: { scale } }: ResolvedClip,
  media: Media,
  growths: ReadonlyArray<Growth>,
): number => {
  const box = { width: size.width * scale.x, height: size.height * scale.y };
  // The larger factor of the two sides suffices, whether or not fitting keeps the aspect ratio.
  const factors = growths.flatMap(({ across, down, crop: { left, top, right, bottom } }) => [
    (box.width * across) / (media.width * Math.max(LEAST_REST, 1 - left - right)),
    (box.height * down) / (media.height * Math.max(LEAST_REST, 1 - top - bottom)),
  ]);
  return factors.reduce((most, factor) => Math.max(most, factor), 0);
};

/** The least fraction that a crop leaves: keyframes may crop all of the media. */
const LEAST_REST = 1e-6;

/**
 * The size at which media is needed, at the scale of the canvas: the largest at which it is ever shown, but no more than
 * its own pixels, which would add no detail. Chroma keys apply before scaling, so they need the media's own pixels.
 * @param growth how much larger than at rest the group of the clip is drawn
 */
export const neededSize = (clip: ResolvedClip, media: Media, growth: number): Canvas => {
  const own = clip.scaling?.scale ?? 1;
  const wanted = factorOf(clip, media, growthsOf(clip)) * growth;
  const within = (pixels: number): number => Math.sqrt(pixels / (media.width * media.height));
  const isKeyed = clip.effects?.chromaKey !== undefined && media.scalable !== true;
  const most = media.scalable ? within(DRAWING_PIXELS) : 1;
  const seen = Math.min(Math.max(1, own, most), wanted);
  const keyed = Math.min(1, Math.max(seen, within(KEYED_PIXELS)));
  const fits = 'fit' in clip && clip.fit === 'none' ? own : isKeyed ? keyed : seen;
  return wholeSize({ width: media.width * fits, height: media.height * fits });
};
