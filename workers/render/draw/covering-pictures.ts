import type { Box } from './context.js';
import { blendOperation, isDirect, lookOf } from './draw-node.js';
import { seenPart } from './draw-media.js';
import type { Scene, SceneNode } from './scene.js';
import { NEAR } from './smooth-edges.js';

/** An image that fills the rectangle of its scene, upright. */
export interface CoveringPicture {
  /** Index of a picture of the scene. */
  readonly picture: number;
  /** The part of it that is seen, in its px. */
  readonly from: Box;
  /** From 0 to 1; of the lowest, 1. */
  readonly opacity: number;
}

/** The most pictures that are seen at once: while one is faded into another. */
const MOST = 2;

/** How much smaller than in its px a picture may be drawn: if it is smaller, smaller copies of it are drawn. */
const LEAST_SCALE = 0.71;

/** The images of a frame from bottom to top, if it shows nothing else and all of them fill it. */
export const coveringPictures = (scene: Scene, frame: number): ReadonlyArray<CoveringPicture> | undefined => {
  const shown: CoveringPicture[] = [];
  for (const node of scene.nodes) {
    if (frame < node.span.from || frame >= node.span.to) continue;
    const covering = coverOf(node, scene, frame);
    if (!covering) return undefined;
    if (covering.opacity >= 1) shown.length = 0;
    if (covering.opacity > 0) shown.push(covering);
  }
  return shown[0]?.opacity === 1 && shown.length <= MOST ? shown : undefined;
};

const coverOf = (node: SceneNode, scene: Scene, frame: number): CoveringPicture | undefined => {
  const { clip, content } = node;
  if (content._tag !== 'Picture' || clip.type !== 'image' || clip.effects?.chromaKey) return undefined;
  const { canvas, rect, pictures } = scene;
  const look = lookOf(node, { scene, frame, origin: 0, canvas });
  const { box, rotation, skew, flip, opacity } = look;
  const isUpright = rotation === 0 && skew.x === 0 && skew.y === 0 && !flip.x && !flip.y;
  if (!isUpright || !isDirect(node, look) || blendOperation(node) !== 'source-over') return undefined;
  const media = pictures[content.picture];
  const seen = media && seenPart(node, look, media, box);
  if (!seen) return undefined;
  const { from, to } = seen;
  const isAt = (at: number, place: number): boolean => Math.abs(at - place) < NEAR;
  const fills =
    isAt(box.x + to.x, rect.x) &&
    isAt(box.y + to.y, rect.y) &&
    isAt(to.width, rect.width) &&
    isAt(to.height, rect.height);
  const scale = Math.sqrt((rect.width / from.width) * (rect.height / from.height));
  if (!fills || scale < LEAST_SCALE) return undefined;
  return { picture: content.picture, from, opacity: Math.min(1, Math.max(0, opacity)) };
};
