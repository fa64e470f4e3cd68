import type { ClipLook } from '../../../domain/composition/animation/look.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import { placementOf } from '../../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import { factorsOf } from '../../../domain/composition/geometry/scaling.js';
import { type Box, clipTo, type Context2D, areaOf } from './context.js';
import type { Drawing } from './drawing.js';
import { drawWords } from './words/draw-words.js';
import { drawUnits } from './words/draw-units.js';
import { drawMedia, frameOf, pictureOf } from './draw-media.js';
import { isMedia } from './effects/keying.js';
import type { ScaledBox } from './paints.js';
import { drawOutlines } from './shapes/shapes.js';
import { drawWaveform } from './shapes/waveforms.js';
import { SILENCE } from '../../../domain/composition/sound-levels.js';
import { instantOf } from '../../../domain/composition/timeline.js';
import { cueAt, type SceneNode, type ShownPicture } from './scene.js';
import { sharpEnough } from './sharp-enough.js';
import type { TextPart } from './words/text-parts.js';

/**
 * Draws the content of a clip into its box at the origin; the context may be skewed and rotated.
 * @param part the part of a text or caption that is drawn; absent: all of it
 */
export const drawContent = (
  context: Context2D,
  node: SceneNode,
  look: ClipLook,
  { width, height }: Box,
  drawing: Drawing,
  part?: TextPart,
): void => {
  // Media selects the visible part of its own pixels. The box of a text does not move.
  if (node.clip.motion === undefined || isMedia(node.clip) || part === 'box')
    return drawWhole(context, node, look, { width, height }, drawing, part);
  const { left, top, side } = look.view;
  context.save();
  clipTo(context, { x: 0, y: 0, width, height });
  context.scale(1 / side, 1 / side);
  context.translate(-left * width, -top * height);
  drawWhole(context, node, look, { width, height }, drawing, part);
  context.restore();
};

const drawWhole = (
  context: Context2D,
  node: SceneNode,
  look: ClipLook,
  box: Canvas,
  drawing: Drawing,
  part: TextPart | undefined,
): void => {
  const { content, clip } = node;
  const { width, height } = box;
  switch (content._tag) {
    case 'Picture':
      return drawPicture(context, node, look, content, box, drawing, part);
    case 'Pages': {
      const cue = cueAt(content.cues, drawing.frame);
      return cue && drawPicture(context, node, look, cue, box, drawing, part);
    }
    case 'Units':
    case 'Words': {
      context.save();
      const rest = placementOf(clip).box;
      context.scale(width / rest.width, height / rest.height);
      if (content._tag === 'Units' && clip.type === 'text')
        drawUnits(context, { ...node, clip }, content.cues, drawing, part);
      if (content._tag === 'Words' && clip.type === 'caption')
        drawWords(context, { ...node, clip }, content.cues, drawing, part);
      return context.restore();
    }
    case 'Video':
      return drawMedia(context, node, look, frameOf(node, content.feed, drawing), box, drawing);
    case 'Group': {
      context.save();
      context.scale(width / clip.size.width, height / clip.size.height);
      if (clip.type === 'group' && clip.clip === true) clipTo(context, { x: 0, y: 0, ...clip.size });
      const origin = drawing.origin + clip.timeFrame.start;
      for (const inner of content.nodes)
        drawing.drawNode(context, inner, { ...drawing, origin, canvas: clip.size });
      return context.restore();
    }
    case 'Drawn':
      return inCanvasUnits(context, clip, look, box, (box) =>
        drawOutlines(context, node, look, box, drawing),
      );
    case 'Waveform': {
      if (clip.type !== 'waveform') return undefined;
      const { scene, frame } = drawing;
      const start = content.levels === undefined ? 0 : (scene.levels[content.levels]?.start ?? 0);
      const levels = content.levels === undefined ? SILENCE : drawing.levels(content.levels);
      const t = instantOf(frame, scene.rate) - start;
      return inCanvasUnits(context, clip, look, box, (box) =>
        drawWaveform(context, clip.waveformProperties, levels, t, box, drawing.tools),
      );
    }
  }
};

/** Draws content whose lengths are in px of the canvas, such as bar widths, at the scale of its clip and of a zoom. */
const inCanvasUnits = (
  context: Context2D,
  clip: SceneNode['clip'],
  { zoom, box: seen }: ClipLook,
  box: Canvas,
  draw: (box: ScaledBox) => void,
): void => {
  const { scaling } = clip;
  if (!scaling && zoom === 1) return draw({ ...box, scale: 1 });
  const own = scaling ? factorsOf(scaling, placementOf(clip).box) : { across: 1, down: 1 };
  // A layer has whole px, so the zoom of its content differs slightly.
  const zoomed = (factor: number, side: number, whole: number): number =>
    zoom === 1 ? factor : (factor * zoom * whole) / side;
  const across = zoomed(own.across, seen.width, box.width);
  const down = zoomed(own.down, seen.height, box.height);
  // Rounded, so that the number of bars does not depend on floating-point errors.
  const along = (side: number, factor: number): number => Math.round((side / factor) * 1e6) / 1e6;
  context.save();
  context.scale(across, down);
  draw({ width: along(box.width, across), height: along(box.height, down), scale: Math.max(across, down) });
  context.restore();
};

/** A text keeps its position in the box and scales with it; other pictures are media. */
const drawPicture = (
  context: Context2D,
  node: SceneNode,
  look: ClipLook,
  shown: ShownPicture,
  box: Canvas,
  drawing: Drawing,
  part: TextPart | undefined,
): void => {
  const { clip } = node;
  if (clip.type === 'text' || clip.type === 'caption')
    return drawText(context, clip, shown, box, drawing, part);
  return drawMedia(context, node, look, pictureOf(node, shown.picture, drawing), box, drawing);
};

const drawText = (
  context: Context2D,
  clip: ResolvedClip,
  shown: ShownPicture,
  box: Canvas,
  { picture, scene, tools }: Drawing,
  part: TextPart | undefined,
): void => {
  const rest = placementOf(clip).box;
  const [across, down] = [box.width / rest.width, box.height / rest.height];
  const { picture: front, behind, turned } = sharpEnough(shown, context, across, down);
  const index = part === 'box' || part === 'lines' ? behind?.[part] : front;
  if (index === undefined) return;
  const drawn = picture(index);
  const { x = 0, y = 0, scale = 1 } = scene.pictures[index] ?? {};
  const { width, height } = drawn;
  if (turned) {
    context.save();
    context.scale(across, down);
    context.translate(turned.x, turned.y);
    context.rotate((-turned.rotation * Math.PI) / 180);
    context.translate(-turned.x, -turned.y);
    tools.draw(context, drawn, areaOf(drawn), { x, y, width, height });
    return context.restore();
  }
  if (scale !== 1) context.imageSmoothingQuality = 'high';
  const [wide, high] = [across / scale, down / scale];
  const to = { x: x * wide, y: y * high, width: width * wide, height: height * high };
  tools.draw(context, drawn, areaOf(drawn), to);
};
