import { type Drawable, type DrawingTools, type Surface, areaOf } from './context.js';
import { drawNode } from './draw-node.js';
import type { Drawing } from './drawing.js';
import { fillBox } from './paints.js';
import type { Scene } from './scene.js';

/** The loaded pictures of a scene, and the frames of its feeds for the current frame. */
export interface SceneAssets extends Pick<Drawing, 'picture' | 'feed' | 'levels' | 'tableOf'> {
  /** Called before each node that the frame shows, with its index, and with -1 when the frame is drawn. */
  readonly onNode?: (index: number) => void;
}

/**
 * Draws one frame of a scene onto a surface of the size of its rectangle, whose content it overwrites.
 * @param below a picture of the rectangle that replaces the background
 */
export const drawScene = (
  scene: Scene,
  frame: number,
  target: Surface,
  tools: DrawingTools,
  { onNode, ...assets }: SceneAssets,
  below?: Drawable,
): void => {
  const { context } = target;
  const { rect, canvas, background } = scene;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
  context.clearRect(0, 0, rect.width, rect.height);
  context.translate(-rect.x, -rect.y);
  if (below) tools.draw(context, below, areaOf(below), rect);
  else if (background !== undefined) fillBox(context, background, { x: 0, y: 0, ...canvas });
  const drawing = { scene, tools, frame, origin: 0, isMoving: false, canvas, drawNode, ...assets };
  tools.duringFrame(() => {
    for (const [index, node] of scene.nodes.entries()) {
      if (frame >= node.span.from && frame < node.span.to) onNode?.(index);
      drawNode(context, node, drawing);
    }
  });
  onNode?.(-1);
};
