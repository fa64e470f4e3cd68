import type { Canvas } from '../../../domain/composition/composition.js';
import type { SoundLevels } from '../../../domain/composition/sound-levels.js';
import { instantOf } from '../../../domain/composition/timeline.js';
import type { ColorTable } from './effects/color-table.js';
import type { Context2D, Drawable, DrawingTools } from './context.js';
import type { Scene, SceneNode } from './scene.js';

/** The context of drawing one frame of a scene. */
export interface Drawing {
  readonly scene: Scene;
  readonly tools: DrawingTools;
  /** The frame of the video to draw. */
  readonly frame: number;
  /** The start of the group, ms: times of nodes are relative to it. */
  readonly origin: number;
  /** Whether the position of the node, or of a group around it, is animated. */
  readonly isMoving: boolean;
  /** The canvas, or the box of the group. */
  readonly canvas: Canvas;
  readonly picture: (index: number) => Drawable;
  /** The frame of a video feed that belongs to `frame`. */
  readonly feed: (index: number) => Drawable;
  /** The audio levels of the scene at an index. */
  readonly levels: (index: number) => SoundLevels;
  /** The colours of a `.cube` file by its address. */
  readonly tableOf: (source: string) => ColorTable | undefined;
  /** Draws a node of the scene: groups and masks hold nodes. */
  readonly drawNode: (context: Context2D, node: SceneNode, drawing: Drawing) => void;
}

/** The time since the start of the clip, in ms. */
export const timeOf = (
  { clip }: Pick<SceneNode, 'clip'>,
  { scene, frame, origin }: Pick<Drawing, 'scene' | 'frame' | 'origin'>,
): number => instantOf(frame, scene.rate) - origin - clip.timeFrame.start;
