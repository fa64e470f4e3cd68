import type { ClipLook } from '../../../domain/composition/animation/look.js';
import type { DrawingTools, Surface } from './context.js';
import type { NodeContent, SceneNode } from './scene.js';

/** A node drawn with its effects on its own surface, and its soft shadow once that is drawn. */
export interface RenderedLayer {
  readonly surface: Surface;
  shadow?: Surface;
  readonly isCached: boolean;
}

interface Entry {
  readonly key: string;
  readonly layer: RenderedLayer;
}

/** Most pixels of the cached layers: two frames of 1080p. Shadows take about the same again. */
const MOST_PIXELS = 2 * 1920 * 1080;

const cache = new Map<NodeContent, Entry>();

/** Whether the layer of a node depends on its look alone. */
const isSteady = ({ clip, content, mask }: SceneNode, { filters, transitionFilters }: ClipLook): boolean =>
  (content._tag === 'Picture' || clip.type === 'shape') &&
  mask === undefined &&
  [...filters, ...transitionFilters].every(({ type }) => type !== 'noise');

const pixelsOf = ({ surface: { width, height } }: RenderedLayer): number => width * height;

const evict = (content: NodeContent, tools: DrawingTools): void => {
  const { surface, shadow } = cache.get(content)?.layer ?? {};
  for (const drawn of [surface, shadow]) if (drawn) tools.release(drawn);
  cache.delete(content);
};

const evictOldest = (tools: DrawingTools): void => {
  let pixels = 0;
  for (const [content, { layer }] of [...cache].toReversed()) {
    pixels += pixelsOf(layer);
    if (pixels > MOST_PIXELS) evict(content, tools);
  }
};

/**
 * The layer of a picture or shape, drawn again only when its look changes: sliding and fading do not change it.
 * @param extent what the surface covers
 * @param make draws the layer, which is not changed after that
 */
export const cachedLayer = (
  node: SceneNode,
  look: ClipLook,
  extent: unknown,
  make: () => Surface,
  tools: DrawingTools,
): RenderedLayer => {
  if (!isSteady(node, look)) return { surface: make(), isCached: false };
  const { box, ...rest } = look;
  const anywhere = { ...rest, rotation: 0, skew: 0, flip: 0, opacity: 0 };
  const key = JSON.stringify([extent, box.width, box.height, anywhere]);
  const before = cache.get(node.content);
  if (before?.key === key) return before.layer;
  evict(node.content, tools); // so that the new one is the latest
  const layer = { surface: make(), isCached: true };
  tools.retain(layer.surface);
  cache.set(node.content, { key, layer });
  evictOldest(tools);
  return layer;
};
