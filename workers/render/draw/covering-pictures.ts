import type { Box } from './context.js';
import { blendOperation, isDirect, lookOf } from './draw-node.js';
import { visiblePart } from './draw-media.js';
import type { Scene, SceneNode } from './scene.js';
import { NEAR } from './smooth-edges.js';

/** An image that fills the rectangle of its scene, upright. */
export interface CoveringPicture {
  /** Index of a picture of the scene. */
  readonly picture: number;
  /** Its visible part, in its own px. */
  readonly from: Box;
  /** From 0 to 1; always 1 for the lowest picture. */
  readonly opacity: number;
}

/** Two pictures are visible at once while one fades into the other. */
const MOST_PICTURES = 2;

/** The least scale at which the picture itself is drawn. Below it, canvases draw smaller copies (mipmaps). */
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
  return shown[0]?.opacity === 1 && shown.length <= MOST_PICTURES ? shown : undefined;
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
  const seen = media && visiblePart(node, look, media, box);
  if (!seen) return undefined;
  const { from, to } = seen;
  const isAt = (edge: number, expected: number): boolean => Math.abs(edge - expected) < NEAR;
  const fills =
    isAt(box.x + to.x, rect.x) &&
    isAt(box.y + to.y, rect.y) &&
    isAt(to.width, rect.width) &&
    isAt(to.height, rect.height);
  const scale = Math.sqrt((rect.width / from.width) * (rect.height / from.height));
  if (!fills || scale < LEAST_SCALE) return undefined;
  return { picture: content.picture, from, opacity: Math.min(1, Math.max(0, opacity)) };
};
