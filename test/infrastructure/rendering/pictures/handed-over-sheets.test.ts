import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { RasterizeReply } from '../../../../infrastructure/rendering/pictures/picture-job.js';
import type { Sprite, SpriteSheet } from '../../../../workers/render/draw/scene.js';
import { CachedRaster } from '../../../../workers/render/run/pieces/raster-cache.js';
import { rightOf } from '../../../support/right-of.js';

const rect = { x: 1, y: 2, width: 3, height: 4 };
/** All fields, also those that are left out of most: a new one does not compile without its place here. */
const sprite: Required<Sprite> = {
  from: rect,
  x: 5,
  y: 6,
  unit: 0,
  layer: 'ink',
  variant: 'lit',
  when: 'joined',
};
const sheet: Required<SpriteSheet> = {
  sprites: [sprite],
  units: [{ x: 7, y: 8, size: 9 }],
  words: [{ word: 0, box: rect, baseline: 3, rightToLeft: true }],
  clip: rect,
};
const facts = { rect, opaque: false, fonts: [], sheets: [{ width: 10, height: 11, sheet }] };

describe('The sheets of a text', () => {
  it('come out of the painting process with every field', () => {
    const reply = E.right({ ...facts, files: ['sheet.rgba'] });
    expect(RasterizeReply.decode(reply)).to.deep.equal(E.right(reply));
  });

  it('are kept for later renders with every field', () => {
    const kept = { raster: { ...facts, pages: [{ ending: '-0.rgba', sha256: 'ab' }] } };
    const stored = JSON.parse(JSON.stringify(CachedRaster.encode(kept))) as unknown;
    expect(rightOf(CachedRaster.decode(stored))).to.deep.equal(kept);
  });
});
