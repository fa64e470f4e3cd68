import type { Rect } from '../../../domain/composition/geometry/geometry.js';
import type { FrameSpan } from '../../../domain/composition/timeline.js';
import { drawScene, type SceneAssets } from '../../../workers/render/draw/draw-scene.js';
import type { Scene } from '../../../workers/render/draw/scene.js';
import { type AnyCanvas, canvasSurface, canvasTools, type CanvasSurface, surfaceOf } from './canvas-tools.js';

/** The lowest nodes of a scene, as long as none of them changes. */
interface StillBelow {
  /** The background, which nodes they are, and since when each is still. */
  readonly key: string;
  readonly surface: CanvasSurface;
}

/** The canvases that show still nodes and nothing above them. */
const showing = new WeakMap<AnyCanvas, StillBelow>();

/**
 * Draws frames of a scene. The picture of the nodes below the first one that changes is kept: it is drawn once, and a
 * canvas that shows nothing else is not drawn on again.
 * @param rect that of all its frames
 * @param stills the spans of frames on which each node stays as it is
 */
export const sceneDrawing = (
  rect: Rect,
  stills: ReadonlyArray<ReadonlyArray<FrameSpan>>,
  assets: SceneAssets,
) => {
  let kept: StillBelow | undefined;

  /** The number of nodes below the first that changes, and the key of those that are shown. */
  const stillAt = ({ nodes, background }: Scene, frame: number, changed: ReadonlySet<string>) => {
    const keys: string[] = [];
    const keyOf = (): string => (keys.length === 0 ? '' : JSON.stringify([background, ...keys]));
    for (const [index, { clip, span }] of nodes.entries()) {
      if (frame < span.from || frame >= span.to) continue;
      const still = stills[index]?.find(({ from, to }) => from <= frame && frame < to);
      if (!still || changed.has(clip.id)) return { count: index, key: keyOf() };
      keys.push(`${index}:${still.from}`);
    }
    return { count: nodes.length, key: keyOf() };
  };

  return {
    /** @param changed the ids of clips that are other ones than when it was prepared */
    draw: (scene: Scene, frame: number, canvas: AnyCanvas, changed: ReadonlySet<string>): void => {
      const { nodes } = scene;
      const { count, key } = stillAt(scene, frame, changed);
      const surface = surfaceOf(canvas, rect);
      if (key === '') {
        showing.delete(canvas);
        return drawScene(scene, frame, surface, canvasTools, assets);
      }
      if (kept?.key !== key) {
        const { width, height } = rect;
        kept = { key, surface: kept?.surface ?? canvasSurface(width, height) };
        drawScene({ ...scene, nodes: nodes.slice(0, count) }, frame, kept.surface, canvasTools, assets);
      }
      const isAll = count === nodes.length;
      if (isAll && showing.get(canvas) === kept) return;
      drawScene({ ...scene, nodes: nodes.slice(count) }, frame, surface, canvasTools, assets, kept.surface);
      if (isAll) showing.set(canvas, kept);
      else showing.delete(canvas);
    },
    /** To be called before something else draws on a canvas. */
    forget: (canvas: AnyCanvas): void => void showing.delete(canvas),
  };
};
