import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Rect } from '../../../../../domain/composition/geometry/geometry.js';
import type { VideoLayer } from '../../../../../workers/render/plan/layers.js';
import { scaledPart } from '../../../../../workers/render/ways/graph/scaled-part.js';
import { pictureFilters } from '../../../../../workers/render/ways/graph/video-filters.js';

const VIDEO = { width: 1920, height: 1080, pixelFormat: 'yuv420p', color: {}, hasAlpha: false };

/** A layer of which only a part is seen. */
const layerOf = (box: Rect, rect: Rect): VideoLayer =>
  ({
    _tag: 'Video',
    video: VIDEO,
    placement: { box, rotation: 0, opacity: 1 },
    rect,
    isPart: true,
  }) as unknown as VideoLayer;

const WIDTH = (1920 * 16) / 9;
const COVER = layerOf(
  { x: (1080 - WIDTH) / 2, y: 0, width: WIDTH, height: 1920 },
  { x: 0, y: 0, width: 1080, height: 1920 },
);

describe('The part of a video that is scaled', () => {
  it('is cropped with one sample of colour for two px where its place permits', () => {
    const { rect } = scaledPart(COVER);
    expect([rect.x % 2, rect.y % 2, rect.width % 2, rect.height % 2].map(Math.abs)).to.deep.equal([
      0, 0, 0, 0,
    ]);
    expect(pictureFilters(COVER).join()).to.include('crop=1080:1920').and.not.include('yuv444p');
    // Nine px of the source are sixteen of the canvas, from the middle of both.
    expect(pictureFilters(COVER)[0]).to.equal('crop=648:1080:636:0');
    expect([rect.x, rect.width]).to.deep.equal([-36, 1152]);
    const odd = layerOf(
      { x: 31, y: 0, width: 1920, height: 1080 },
      { x: 0, y: 0, width: 1080, height: 1080 },
    );
    expect(pictureFilters(odd).join()).to.include('yuv444p');
  });

  it('holds what is seen, at its place within half a px, for any box', () => {
    const side = (most: number) => fc.integer({ min: 2, max: most });
    fc.assert(
      fc.property(fc.integer({ min: -3000, max: 900 }), side(4000), side(540), (at, length, seen) => {
        const view = { x: 0, y: 0, width: 2 * seen, height: 1080 };
        fc.pre(at < view.width && at + length > 0);
        const box = { x: at, y: 0, width: length, height: 1080 };
        const { rect, filters } = scaledPart(layerOf(box, view));
        const [size = 0, , from = 0] = (/^crop=([\d:]+)/.exec(filters[0] ?? '')?.[1] ?? '')
          .split(':')
          .map(Number);
        const placeOf = (px: number): number => at + (px * length) / VIDEO.width;
        expect([from % 2, size % 2]).to.deep.equal([0, 0]);
        expect(rect.x).to.be.closeTo(placeOf(from), 0.51);
        expect(rect.x + rect.width).to.be.closeTo(placeOf(from + size), 1.01);
        expect(rect.x).to.be.at.most(Math.max(0, at) + 1);
        expect(rect.x + rect.width).to.be.at.least(Math.min(view.width, at + length) - 1);
      }),
    );
  });
});
