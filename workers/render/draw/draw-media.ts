import type { ClipLook } from '../../../domain/composition/animation/look.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import { type Alignment, croppedOf, fittedIn, seenThrough } from '../../../domain/composition/fit.js';
import type { Box, Context2D, Drawable } from './context.js';
import type { Drawing } from './drawing.js';
import { filtered } from './filters.js';
import { isMedia, keyedMedia, keyedPicture } from './keying.js';
import type { SceneNode } from './scene.js';
import { drawPicture } from './smooth-edges.js';

/** An image, without the colour that its clip keys out. */
export const pictureOf = ({ clip }: SceneNode, index: number, { picture, tools }: Drawing): Drawable => {
  const key = clip.effects?.chromaKey;
  return key ? keyedPicture(picture(index), key, tools) : picture(index);
};

/** The frame of a video, without the colour that its clip keys out. */
export const frameOf = ({ clip }: SceneNode, index: number, { feed, tools }: Drawing): Drawable => {
  const key = clip.effects?.chromaKey;
  return key ? keyedMedia(feed(index), key, tools) : feed(index);
};

/** Crops, fits and zooms a picture into the box. */
export const drawMedia = (
  context: Context2D,
  { clip }: SceneNode,
  { crop, view }: ClipLook,
  media: Drawable,
  box: Canvas,
  drawing: Drawing,
): void => {
  const { fit = 'stretch', fitAlign: align = { x: 0.5, y: 0.5 } } = isMedia(clip) ? clip : {};
  const cropped = croppedOf(media, crop);
  context.imageSmoothingQuality = 'high';
  if (fit === 'containBlur') {
    const whole = { width: Math.max(1, Math.round(box.width)), height: Math.max(1, Math.round(box.height)) };
    const soft = blurredCover(media, cropped, whole, align, drawing);
    const seen = seenThrough({ from: soft.from, to: { x: 0, y: 0, ...box } }, view, box);
    if (seen) drawPicture(context, soft.surface, seen.from, seen.to, drawing);
  }
  const seen = seenThrough(fittedIn(box, cropped, fit, align), view, box);
  if (seen) drawPicture(context, media, seen.from, seen.to, drawing);
};

/** The cover version of a picture, blurred; drawn larger than the box, so that its edges do not fade. */
const blurredCover = (
  media: Drawable,
  cropped: Box,
  { width, height }: Canvas,
  align: Alignment,
  drawing: Drawing,
): { readonly surface: Drawable; readonly from: Box } => {
  const amount = Math.min(width, height) / 20;
  const margin = Math.ceil(amount * 3);
  const larger = { width: width + 2 * margin, height: height + 2 * margin };
  const surface = drawing.tools.surface(larger.width, larger.height);
  const cover = fittedIn(larger, cropped, 'cover', align);
  drawing.tools.draw(surface.context, media, cover.from, cover.to);
  const from = { x: margin, y: margin, width, height };
  return { surface: filtered(surface, [{ type: 'blur', amount }], drawing), from };
};
