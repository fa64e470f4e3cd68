import { expect } from 'chai';
import * as fc from 'fast-check';
import { factorsOf, scaledComposition } from '../../../../domain/composition/geometry/scaling.js';
import { compositionScale, outputSize } from '../../../../workers/render/compose/output-size.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';

const time = { timeFrame: { start: 0, end: 1000 } };
const composition = resolvedOf(
  compositionOf({ duration: 1000, canvas: { width: 200, height: 100 } }, [
    {
      type: 'group',
      ...time,
      position: { x: 10, y: 20 },
      size: { width: 100, height: 50 },
      effects: {
        borderRadius: [1, 2, 3, 4],
        border: { width: 2 },
        shadow: { x: 1, y: 2, blur: 4 },
        filters: [
          { type: 'blur', amount: 3 },
          { type: 'sepia', amount: 1 },
        ],
      },
      transition: { in: { type: 'slide', distance: 30 }, out: { type: 'blur', radius: 8 } },
      keyframes: [
        { property: 'position.x', points: [{ time: 0, value: 7 }] },
        { property: 'transform.rotation', points: [{ time: 0, value: 7 }] },
        { property: 'effects.filters[0].amount', points: [{ time: 0, value: 7 }] },
        { property: 'effects.filters[1].amount', points: [{ time: 0, value: 1 }] },
      ],
      clips: [
        {
          type: 'text',
          ...time,
          size: { width: 80, height: 20 },
          textProperties: { content: 'a', fontSize: 12 },
        },
      ],
    },
  ]),
);

describe('A composition at another scale', () => {
  it('has all lengths multiplied, at every depth, and nothing else', () => {
    const { metadata, clips } = scaledComposition(composition, 2);
    expect(metadata.canvas).to.deep.equal({ width: 400, height: 200 });
    expect(clips[0]).to.deep.include({
      position: { ...composition.clips[0]!.position, x: 20, y: 40 },
      size: { width: 200, height: 100 },
      scaling: { scale: 2, laidOut: { width: 100, height: 50 } },
    });
    expect(clips[0]!.effects).to.deep.include({ borderRadius: [2, 4, 6, 8] });
    expect(clips[0]!.effects?.border?.width).to.equal(4);
    expect(clips[0]!.effects?.shadow).to.include({ x: 2, y: 4, blur: 8 });
    expect(clips[0]!.effects?.filters?.map((filter) => 'amount' in filter && filter.amount)).to.deep.equal([
      6, 1,
    ]);
    expect(clips[0]!.transition?.in).to.include({ distance: 60 });
    expect(clips[0]!.transition?.out).to.include({ radius: 16 });
    expect(clips[0]!.keyframes?.map(({ points }) => points[0]?.value)).to.deep.equal([14, 7, 14, 1]);
    expect(clips[0]).to.have.nested.property('clips[0].size.width', 160);
    expect(clips[0], 'the lines are laid out as on the canvas').to.have.nested.property(
      'clips[0].textProperties.fontSize',
      12,
    );
    expect(scaledComposition(composition, 1)).to.equal(composition);
  });

  it('stretches the layout to whole pixels, by at most one percent', () => {
    const side = fc.integer({ min: 1, max: 4000 });
    fc.assert(
      fc.property(side, side, fc.double({ min: 0.05, max: 8, noNaN: true }), (width, height, scale) => {
        const rest = {
          width: Math.max(1, Math.round(width * scale)),
          height: Math.max(1, Math.round(height * scale)),
        };
        const { across, down } = factorsOf({ scale, laidOut: { width, height } }, rest);
        expect(across / scale).to.be.within(0.99, 1.01 + 1e-9);
        expect(down / scale).to.be.within(0.99, 1.01 + 1e-9);
        if (rest.width > 100) expect(across * width).to.be.closeTo(rest.width, 1e-6);
      }),
    );
  });

  it('fills the output, or fits in it', () => {
    const canvas = { width: 1920, height: 1080 };
    const scaleTo = (size: Parameters<typeof compositionScale>[1]) => compositionScale(canvas, size, true);
    expect(scaleTo(undefined)).to.equal(1);
    expect(scaleTo({ width: 960, fit: 'contain' })).to.equal(0.5);
    expect(scaleTo({ height: 540, fit: 'cover' })).to.equal(0.5);
    expect(scaleTo({ width: 540, height: 540, fit: 'contain' })).to.equal(540 / 1920);
    expect(scaleTo({ width: 540, height: 540, fit: 'cover' })).to.equal(0.5);
    expect(scaleTo({ width: 540, height: 540, fit: 'stretch' })).to.equal(0.5);
    expect(outputSize(canvas, { width: 500, fit: 'contain' }, true)).to.deep.equal({
      width: 500,
      height: 282,
    });
    const narrow = { width: 16, height: 7680 };
    expect(
      compositionScale(narrow, { width: 7680, height: 7680, fit: 'cover' }, true),
      'a canvas of bounded size',
    ).to.equal(1);
  });
});
