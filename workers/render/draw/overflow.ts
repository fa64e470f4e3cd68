import { type ClipLook, lookAt } from '../../../domain/composition/animation/look.js';
import {
  boxOf,
  intersectionOf,
  placementOf,
  type Rect,
  unionOf,
} from '../../../domain/composition/geometry/geometry.js';
import { LIMITS } from '../../../domain/composition/limits.js';
import type { Context2D } from './context.js';
import { coveredArea, isUnbounded, strokeReach } from './covered.js';
import { sheetBounds } from './words/draw-units.js';
import { type Drawing, timeOf } from './drawing.js';
import { cueAt, type PictureCue, picturesIn, type SceneNode, type ShownPicture } from './scene.js';

/** An area far larger than any canvas, in px. */
const EVERYWHERE: Rect = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };

/** The area that the content of a node covers, in px of its box at rest; undefined if it stays in its box. */
const contentArea = (node: SceneNode, drawing: Drawing): Rect | undefined => {
  const { clip, content } = node;
  if (clip.motion) return undefined;
  switch (content._tag) {
    case 'Picture':
      return shownArea(node, content, drawing);
    case 'Pages':
    case 'Units':
    case 'Words': {
      const cue = cueAt<PictureCue>(content.cues, drawing.frame);
      return cue && shownArea(node, cue, drawing);
    }
    case 'Group': {
      if (!isUnbounded(clip)) return undefined;
      const inner = { ...drawing, origin: drawing.origin + clip.timeFrame.start, canvas: clip.size };
      const { width, height } = boxOf(clip);
      const areas = content.nodes.flatMap((one) => areaInGroup(one, inner) ?? []);
      return scaledRect(unionOf(areas), width / clip.size.width, height / clip.size.height);
    }
    case 'Drawn': {
      if (isUnbounded(clip)) return EVERYWHERE;
      const { width, height } = boxOf(clip);
      const reach = strokeReach(clip);
      return reach > 0
        ? { x: -reach, y: -reach, width: width + 2 * reach, height: height + 2 * reach }
        : undefined;
    }
    case 'Video':
    case 'Waveform':
      return undefined;
  }
};

const scaledRect = (rect: Rect | undefined, across: number, down: number): Rect | undefined =>
  rect && {
    x: rect.x * across,
    y: rect.y * down,
    width: rect.width * across,
    height: rect.height * down,
  };

/** The area of a picture and of those behind it. */
const shownArea = (node: SceneNode, shown: ShownPicture, drawing: Drawing): Rect | undefined =>
  unionOf(picturesIn(shown).flatMap((picture) => pictureArea(node, picture, drawing) ?? []));

/** Texts and captions may be larger than their boxes. */
const pictureArea = ({ clip }: SceneNode, picture: number, { scene }: Drawing): Rect | undefined => {
  if (clip.type !== 'text' && clip.type !== 'caption') return undefined;
  const file = scene.pictures[picture];
  return file?.sheet ? sheetBounds(file.sheet) : file;
};

/** The area of a group that one of its nodes covers on the frame. */
const areaInGroup = (node: SceneNode, drawing: Drawing): Rect | undefined => {
  if (drawing.frame < node.span.from || drawing.frame >= node.span.to) return undefined;
  // A pushed node moves by up to the size of the group.
  if (node.pushedBy.length > 0) return EVERYWHERE;
  const look = lookAt(node.clip, timeOf(node, drawing), drawing.canvas);
  if (look.opacity <= 0) return undefined;
  const { width, height } = boxOf(node.clip);
  const area = contentArea(node, drawing);
  const whole = area && unionOf([area, { x: 0, y: 0, width, height }]);
  return coveredArea(node.clip, look, whole);
};

/** The part of the target of a context that can be seen, in the coordinates of the context. */
export const visibleArea = (context: Context2D): Rect | undefined => {
  const { a, b, c, d, e, f } = context.getTransform();
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-9) return undefined;
  const { width, height } = context.canvas;
  const corners = [0, width].flatMap((x) =>
    [0, height].map((y) => ({
      x: (d * (x - e) - c * (y - f)) / determinant,
      y: (a * (y - f) - b * (x - e)) / determinant,
      width: 0,
      height: 0,
    })),
  );
  return unionOf(corners);
};

/** How far a clip draws beyond each edge of its box, in whole px of the box of its look. */
export interface Overflow {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const NONE: Overflow = { left: 0, top: 0, right: 0, bottom: 0 };

/**
 * How far the visible content of a node reaches beyond its box. The origin of the context is the corner of the box.
 * @param spread how far effects spread the content, in px
 */
export const overflowOf = (
  node: SceneNode,
  { box }: ClipLook,
  context: Context2D,
  spread: number,
  drawing: Drawing,
): Overflow => {
  const { width, height } = placementOf(node.clip).box;
  const content = scaledRect(contentArea(node, drawing), box.width / width, box.height / height);
  const seen = visibleArea(context);
  const shown =
    content &&
    seen &&
    intersectionOf(content, {
      x: seen.x - spread,
      y: seen.y - spread,
      width: seen.width + 2 * spread,
      height: seen.height + 2 * spread,
    });
  if (!shown) return NONE;
  const beyond = (px: number): number => Math.max(0, Math.ceil(px));
  const overflow = {
    left: beyond(-shown.x),
    top: beyond(-shown.y),
    right: beyond(shown.x + shown.width - box.width),
    bottom: beyond(shown.y + shown.height - box.height),
  };
  const pixels = (box.width + overflow.left + overflow.right) * (box.height + overflow.top + overflow.bottom);
  return pixels > LIMITS.surfacePixels ? NONE : overflow;
};
