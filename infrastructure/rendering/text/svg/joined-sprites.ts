import type { Sprite } from '../../../../workers/render/draw/scene.js';

/** A sprite and the one before it, which are drawn as one shape. */
export interface Joint {
  readonly joined: Sprite;
  readonly before: Sprite;
}

export const jointsOf = (sprites: ReadonlyArray<Sprite>): ReadonlyArray<Joint> => {
  const nameOf = (unit: number, layer: Sprite['layer']): string => `${layer} ${unit}`;
  const alone = new Map(
    sprites
      .filter(({ when }) => when !== 'joined')
      .map((sprite) => [nameOf(sprite.unit, sprite.layer), sprite]),
  );
  return sprites.flatMap((joined) => {
    const before = joined.when === 'joined' ? alone.get(nameOf(joined.unit - 1, joined.layer)) : undefined;
    return before ? [{ joined, before }] : [];
  });
};

/** A sheet as raw RGBA, not premultiplied. */
interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
}

/**
 * Reduces each joined sprite to what it adds to the one before it: drawn over that one, it gives the pixels of both as
 * one shape. Each of two shapes that share a pixel is antialiased by itself, so that one over the other gives an alpha
 * of a + b (1 - a) where the shape of both has another.
 */
export const reduceJoined = ({ data, width }: Pixels, joints: ReadonlyArray<Joint>): void => {
  for (const { joined, before } of joints)
    for (let row = 0; row < joined.from.height; row += 1)
      for (let column = 0; column < joined.from.width; column += 1) {
        const [x, y] = [joined.x + column - before.x, joined.y + row - before.y];
        if (x < 0 || y < 0 || x >= before.from.width || y >= before.from.height) continue;
        const below = ((before.from.y + y) * width + before.from.x + x) * 4;
        reducePixel(data, ((joined.from.y + row) * width + joined.from.x + column) * 4, below);
      }
};

/** Replaces the pixel `both` by the one that gives it when it is drawn over the pixel `below` (Porter and Duff). */
const reducePixel = (data: Uint8Array, both: number, below: number): void => {
  const [whole, covered] = [(data[both + 3] ?? 0) / 255, (data[below + 3] ?? 0) / 255];
  if (covered === 0) return;
  const added = covered >= 1 ? 0 : Math.min(1, Math.max(0, (whole - covered) / (1 - covered)));
  data[both + 3] = Math.round(added * 255);
  if (added === 0) return;
  for (let channel = 0; channel < 3; channel += 1) {
    const left = (data[both + channel] ?? 0) * whole - (data[below + channel] ?? 0) * covered * (1 - added);
    data[both + channel] = Math.min(255, Math.max(0, Math.round(left / added)));
  }
};
