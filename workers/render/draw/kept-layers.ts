import type { ClipLook } from '../../../domain/composition/animation/look.js';
import type { DrawingTools, Surface } from './context.js';
import type { NodeContent, SceneNode } from './scene.js';

/** A node with its effects on a surface of its own, and the soft shadow of that if it was drawn. */
export interface DrawnLayer {
  readonly surface: Surface;
  shadow?: Surface;
  /** Whether it is there for later frames. */
  readonly isKept: boolean;
}

interface Kept {
  readonly key: string;
  readonly layer: DrawnLayer;
}

/** Most pixels of the layers that are kept: two frames of 1080p. Shadows take about the same again. */
const MOST_PIXELS = 2 * 1920 * 1080;

const kept = new Map<NodeContent, Kept>();

/** Whether the layer of a node depends on nothing but its look. */
const isSteady = ({ clip, content, mask }: SceneNode, { filters, softening }: ClipLook): boolean =>
  (content._tag === 'Picture' || clip.type === 'shape') &&
  mask === undefined &&
  [...filters, ...softening].every(({ type }) => type !== 'noise');

const pixelsOf = ({ surface: { width, height } }: DrawnLayer): number => width * height;

const giveUp = (content: NodeContent, tools: DrawingTools): void => {
  const { surface, shadow } = kept.get(content)?.layer ?? {};
  for (const drawn of [surface, shadow]) if (drawn) tools.giveUp(drawn);
  kept.delete(content);
};

const keepFew = (tools: DrawingTools): void => {
  let pixels = 0;
  for (const [content, { layer }] of [...kept].toReversed()) {
    pixels += pixelsOf(layer);
    if (pixels > MOST_PIXELS) giveUp(content, tools);
  }
};

/**
 * The layer of a picture or shape, made again only where it looks different: as it slides or fades, its effects stay as they are.
 * @param extent what the surface covers, beside the look
 * @param make draws the layer, which is not changed after that
 */
export const keptLayer = (
  node: SceneNode,
  look: ClipLook,
  extent: unknown,
  make: () => Surface,
  tools: DrawingTools,
): DrawnLayer => {
  if (!isSteady(node, look)) return { surface: make(), isKept: false };
  const { box, ...rest } = look;
  const anywhere = { ...rest, rotation: 0, skew: 0, flip: 0, opacity: 0 };
  const key = JSON.stringify([extent, box.width, box.height, anywhere]);
  const before = kept.get(node.content);
  if (before?.key === key) return before.layer;
  giveUp(node.content, tools); // so that the new one is the latest
  const layer = { surface: make(), isKept: true };
  tools.keep(layer.surface);
  kept.set(node.content, { key, layer });
  keepFew(tools);
  return layer;
};
