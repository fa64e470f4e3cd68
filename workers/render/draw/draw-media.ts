import type { ClipLook } from '../../../domain/composition/animation/look.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import {
  type Alignment,
  croppedRect,
  type Fitted,
  fittedIn,
  seenThrough,
} from '../../../domain/composition/geometry/fit.js';
import type { Fit } from '../../../domain/composition/fields/place.js';
import type { Box, Context2D, Drawable, DrawingTools, Surface } from './context.js';
import type { Drawing } from './drawing.js';
import { filtered, filtersReach } from './effects/filters.js';
import { isMedia, keyedMedia, keyedPicture } from './effects/keying.js';
import type { SceneNode } from './scene.js';
import { drawPicture, isWhole } from './smooth-edges.js';

/** An image without the key colour of its clip. */
export const pictureOf = ({ clip }: SceneNode, index: number, { picture, tools }: Drawing): Drawable => {
  const key = clip.effects?.chromaKey;
  return key ? keyedPicture(picture(index), key, tools) : picture(index);
};

/** The frame of a video without the key colour of its clip. */
export const frameOf = ({ clip }: SceneNode, index: number, { feed, tools }: Drawing): Drawable => {
  const key = clip.effects?.chromaKey;
  return key ? keyedMedia(feed(index), key, tools) : feed(index);
};

/** Crops, fits and zooms a picture into the box. */
export const drawMedia = (
  context: Context2D,
  node: SceneNode,
  look: ClipLook,
  media: Drawable,
  box: Canvas,
  drawing: Drawing,
): void => {
  const { fit, align } = fittingOf(node);
  context.imageSmoothingQuality = 'high';
  if (fit === 'containBlur') {
    const { crop, view } = look;
    const cropped = croppedRect(media, crop);
    const whole = { width: Math.max(1, Math.round(box.width)), height: Math.max(1, Math.round(box.height)) };
    const soft = blurredCover(media, cropped, whole, align, drawing);
    const seen = seenThrough({ from: soft.from, to: { x: 0, y: 0, ...box } }, view, box);
    if (seen) drawPicture(context, soft.surface, seen.from, seen.to, drawing);
  }
  const seen = visiblePart(node, look, media, box);
  if (seen) drawPicture(context, media, seen.from, seen.to, drawing);
};

const fittingOf = ({ clip }: SceneNode): { readonly fit: Fit; readonly align: Alignment } => {
  const { fit = 'stretch', fitAlign: align = { x: 0.5, y: 0.5 } } = isMedia(clip) ? clip : {};
  return { fit, align };
};

/** The visible part of media, and where it is in the box of its clip; undefined if none is visible. */
export const visiblePart = (
  node: SceneNode,
  { crop, view }: ClipLook,
  media: Canvas,
  box: Canvas,
): Fitted | undefined => {
  const { fit, align } = fittingOf(node);
  return seenThrough(fittedIn(box, croppedRect(media, crop), fit, align), view, box);
};

/** Whether an edge of the visible image lies between two px of its box: then it is drawn differently while it moves. */
export const endsBetweenPixels = (
  node: SceneNode,
  look: ClipLook,
  box: Canvas,
  { picture }: Drawing,
): boolean => {
  const { clip, content } = node;
  if (content._tag !== 'Picture' || !isMedia(clip)) return false;
  const to = visiblePart(node, look, picture(content.picture), box)?.to;
  return to !== undefined && [to.x, to.y, to.x + to.width, to.y + to.height].some((edge) => !isWhole(edge));
};

/** A picture that covers the box, blurred. Its edge pixels are repeated beyond the box, so that the edges do not fade. */
const blurredCover = (
  media: Drawable,
  cropped: Box,
  box: Canvas,
  align: Alignment,
  drawing: Drawing,
): { readonly surface: Drawable; readonly from: Box } => {
  const { tools } = drawing;
  const amount = Math.min(box.width, box.height) / 20;
  const cover = tools.surface(box.width, box.height);
  cover.context.imageSmoothingQuality = 'high';
  const { from, to } = fittedIn(box, cropped, 'cover', align);
  tools.draw(cover.context, media, from, to);
  const margin = filtersReach([{ type: 'blur', amount }]);
  const surface = withExtendedEdges(cover, margin, tools);
  return {
    surface: filtered(surface, [{ type: 'blur', amount }], drawing),
    from: { x: margin, y: margin, ...box },
  };
};

/** A picture with a margin, in px, that repeats the nearest pixel of its edge. */
const withExtendedEdges = (picture: Surface, margin: number, tools: DrawingTools): Surface => {
  const larger = tools.surface(picture.width + 2 * margin, picture.height + 2 * margin);
  larger.context.imageSmoothingEnabled = false;
  for (const column of extended(picture.width, margin))
    for (const row of extended(picture.height, margin))
      tools.draw(
        larger.context,
        picture,
        { x: column.from, y: row.from, width: column.length, height: row.length },
        { x: column.to, y: row.to, width: column.drawnLength, height: row.drawnLength },
      );
  return larger;
};

/** The three parts of an axis of an extended picture: its first pixel, all of it, its last pixel. */
const extended = (length: number, margin: number) => [
  { from: 0, length: 1, to: 0, drawnLength: margin },
  { from: 0, length, to: margin, drawnLength: length },
  { from: length - 1, length: 1, to: margin + length, drawnLength: margin },
];
