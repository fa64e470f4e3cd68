import { grownToEvenPixels, type Point, type Rect } from '../../../domain/composition/geometry/geometry.js';
import type { FrameSpan } from '../../../domain/composition/timeline.js';
import type { Scene, SceneNode } from '../../../workers/render/draw/scene.js';
import { boundsOf } from '../../../workers/render/plan/scenes/scene-bounds.js';

/** The frames that share the layer of a node with `frame`: its still, or the stretch in which it moves. */
const framesTogether = ({ span }: SceneNode, stills: ReadonlyArray<FrameSpan>, frame: number): FrameSpan => {
  const still = stills.find(({ from, to }) => from <= frame && frame < to);
  if (still) return { from: still.from, to: still.from + 1 };
  return {
    from: Math.max(span.from, ...stills.map(({ to }) => to).filter((to) => to <= frame)),
    to: Math.min(span.to, ...stills.map(({ from }) => from).filter((from) => from > frame)),
  };
};

/**
 * The right and lower edge of the layer that renders make of a node, px of the canvas: FFmpeg's overlay finds the opacity
 * of colours differently there.
 */
export const layerEnd = (
  node: SceneNode,
  { canvas, rate }: Pick<Scene, 'canvas' | 'rate'>,
  stills: ReadonlyArray<FrameSpan>,
  frame: number,
): Point => {
  const whole: Rect = { x: 0, y: 0, ...canvas };
  const bounds =
    node.pushedBy.length > 0 ? whole : boundsOf(node.clip, framesTogether(node, stills, frame), rate, canvas);
  const { x, y, width, height } = grownToEvenPixels(bounds ?? whole, canvas);
  return { x: x + width, y: y + height };
};
