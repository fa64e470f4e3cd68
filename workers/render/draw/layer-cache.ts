import type { ClipLook } from '../../../domain/composition/animation/look.js';
import type { DrawingTools, Surface } from './context.js';
import type { NodeContent, SceneNode } from './scene.js';

/** A node drawn with its effects on its own surface, and its soft shadow after it is first drawn. */
export interface RenderedLayer {
  readonly surface: Surface;
  shadow?: Surface;
  readonly isCached: boolean;
}

/** The most pixels of all cached layers: two frames of 1080p. Shadows take about as many again. */
const MOST_PIXELS = 2 * 1920 * 1080;

interface Cached {
  readonly key: string;
  readonly style: ReadonlyArray<unknown>;
  readonly layer: RenderedLayer;
}

const cache = new Map<NodeContent, Cached>();

/** What a layer shows besides its look. It is compared by identity: it changes only while a clip is edited. */
const styleOf = ({ clip }: SceneNode): ReadonlyArray<unknown> => [
  clip.effects,
  ...('fit' in clip ? [clip.fit, clip.fitAlign] : []),
];

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
 * The layer of a picture or shape, redrawn only when its look changes. Sliding, turning and fading do not change it.
 * @param extent the area that the surface covers, as a part of the cache key
 * @param make draws the layer, which does not change afterwards
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
  const appearance = { ...rest, rotation: 0, skew: 0, flip: 0, opacity: 0 };
  const key = JSON.stringify([extent, box.width, box.height, appearance]);
  const before = cache.get(node.content);
  const style = styleOf(node);
  if (before?.key === key && style.every((one, index) => one === before.style[index])) return before.layer;
  evict(node.content, tools); // so that the new entry is the latest
  const layer = { surface: make(), isCached: true };
  tools.retain(layer.surface);
  cache.set(node.content, { key, style, layer });
  evictOldest(tools);
  return layer;
};
