import type { ClipLook } from '../../../domain/composition/animation/look.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import { type Alignment, croppedOf, fittedIn, seenThrough } from '../../../domain/composition/fit.js';
import { placementOf } from '../../../domain/composition/geometry.js';
import { factorsOf } from '../../../domain/composition/scaling.js';
import type { Box, Context2D, Drawable } from './context.js';
import type { Drawing } from './drawing.js';
import { drawWords } from './draw-words.js';
import { cueAt } from './cue-at.js';
import { drawUnits } from './draw-units.js';
import { filtered } from './filters.js';
import { isMedia, keyedMedia, keyedPicture } from './keying.js';
import type { ScaledBox } from './paints.js';
import { drawOutlines } from './shapes.js';
import { drawWaveform } from './waveforms.js';
import { SILENCE } from '../../../domain/composition/sound-levels.js';
import { instantOf } from '../../../domain/composition/timeline.js';
import type { SceneNode } from './scene.js';

/** Draws the content of a clip into its box at the origin; the context may be skewed and rotated. */
export const drawContent = (
  context: Context2D,
  node: SceneNode,
  look: ClipLook,
  { width, height }: Box,
  drawing: Drawing,
): void => {
  const { content, clip } = node;
  const box = { width, height };
  switch (content._tag) {
    case 'Picture':
      return drawPicture(context, node, look, content.picture, box, drawing);
    case 'Pages': {
      const cue = cueAt(content.cues, drawing.frame);
      return cue && drawPicture(context, node, look, cue.picture, box, drawing);
    }
    case 'Units':
    case 'Words': {
      context.save();
      const rest = placementOf(clip).box;
      context.scale(width / rest.width, height / rest.height);
      if (content._tag === 'Units' && clip.type === 'text')
        drawUnits(context, { ...node, clip }, content.cues, drawing);
      if (content._tag === 'Words' && clip.type === 'caption')
        drawWords(context, { ...node, clip }, content.cues, drawing);
      return context.restore();
    }
    case 'Video':
      return drawMedia(context, node, look, frameOf(node, content.feed, drawing), box, drawing);
    case 'Group': {
      context.save();
      context.scale(width / clip.size.width, height / clip.size.height);
      if (clip.type === 'group' && clip.clip === true) {
        context.beginPath();
        context.rect(0, 0, clip.size.width, clip.size.height);
        context.clip();
      }
      const origin = drawing.origin + clip.timeFrame.start;
      for (const inner of content.nodes)
        drawing.drawNode(context, inner, { ...drawing, origin, canvas: clip.size });
      return context.restore();
    }
    case 'Drawn':
      return inCanvasUnits(context, clip, box, (box) => drawOutlines(context, node, look, box, drawing));
    case 'Waveform': {
      if (clip.type !== 'waveform') return undefined;
      const { scene, frame } = drawing;
      const start = content.levels === undefined ? 0 : (scene.levels[content.levels]?.start ?? 0);
      const levels = content.levels === undefined ? SILENCE : drawing.levels(content.levels);
      const t = instantOf(frame, scene.rate) - start;
      return inCanvasUnits(context, clip, box, (box) =>
        drawWaveform(context, clip.waveformProperties, levels, t, box, drawing.tools),
      );
    }
  }
};

/** Draws what has lengths of its own, which are px of the canvas, at the scale of its clip. */
const inCanvasUnits = (
  context: Context2D,
  clip: SceneNode['clip'],
  box: Canvas,
  draw: (box: ScaledBox) => void,
): void => {
  if (!clip.scaling) return draw({ ...box, scale: 1 });
  const { across, down } = factorsOf(clip.scaling, placementOf(clip).box);
  // The number of bars must not depend on the last digits of a quotient.
  const along = (side: number, factor: number): number => Math.round((side / factor) * 1e6) / 1e6;
  context.save();
  context.scale(across, down);
  draw({ width: along(box.width, across), height: along(box.height, down), scale: Math.max(across, down) });
  context.restore();
};

/** Text keeps its place in the box and scales with it; other pictures are media. */
const drawPicture = (
  context: Context2D,
  node: SceneNode,
  look: ClipLook,
  index: number,
  box: { readonly width: number; readonly height: number },
  drawing: Drawing,
): void => {
  const picture = drawing.picture(index);
  const { clip } = node;
  if (clip.type !== 'text' && clip.type !== 'caption') {
    const key = clip.effects?.chromaKey;
    const media = key ? keyedPicture(picture, key, drawing.tools) : picture;
    return drawMedia(context, node, look, media, box, drawing);
  }
  const file = drawing.scene.pictures[index];
  const rest = placementOf(clip).box;
  const [across, down] = [box.width / rest.width, box.height / rest.height];
  const { width, height } = picture;
  drawing.tools.draw(
    context,
    picture,
    { x: 0, y: 0, width, height },
    { x: (file?.x ?? 0) * across, y: (file?.y ?? 0) * down, width: width * across, height: height * down },
  );
};

/** The frame of a video, without the colour that its clip keys out. */
const frameOf = ({ clip }: SceneNode, feed: number, drawing: Drawing): Drawable => {
  const key = clip.effects?.chromaKey;
  return key ? keyedMedia(drawing.feed(feed), key, drawing.tools) : drawing.feed(feed);
};

/** Crops, fits and zooms a picture into the box. */
const drawMedia = (
  context: Context2D,
  { clip }: SceneNode,
  { crop, view }: ClipLook,
  media: Drawable,
  box: { readonly width: number; readonly height: number },
  drawing: Drawing,
): void => {
  const { tools } = drawing;
  const { fit = 'stretch', fitAlign: align = { x: 0.5, y: 0.5 } } = isMedia(clip) ? clip : {};
  const cropped = croppedOf(media, crop);
  context.imageSmoothingQuality = 'high';
  if (fit === 'containBlur') {
    const whole = { width: Math.max(1, Math.round(box.width)), height: Math.max(1, Math.round(box.height)) };
    const soft = blurredCover(media, cropped, whole, align, drawing);
    const seen = seenThrough({ from: soft.from, to: { x: 0, y: 0, ...box } }, view, box);
    if (seen) tools.draw(context, soft.surface, seen.from, seen.to);
  }
  const seen = seenThrough(fittedIn(box, cropped, fit, align), view, box);
  if (seen) tools.draw(context, media, seen.from, seen.to);
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
