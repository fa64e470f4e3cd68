import { expect } from 'chai';
import * as fc from 'fast-check';
import { clipPath } from '../../../../domain/composition/clips/clip-paths.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import { planRender, type RenderPlan } from '../../../../workers/render/plan/plan.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';
import { NAMED_RATES, time } from '../../../support/pictures/timelines.js';

describe('The rasters of a plan', () => {
  it('include the visible pages of an animation, each shown on exactly its frames', () => {
    const pages = fc.array(fc.integer({ min: 11, max: 400 }), { minLength: 2, maxLength: 40 });
    const plays = fc.integer({ min: 0, max: 3 });
    fc.assert(
      fc.property(
        pages,
        plays,
        time,
        fc.constantFrom(...NAMED_RATES),
        (pageDurations, plays, offset, fps) => {
          const composition = compositionOf({ fps, duration: 4000, canvas: { width: 64, height: 64 } }, [
            { type: 'image', source: 'a.gif', timeFrame: { start: 500, end: 3500, offset } },
          ]);
          const probed = { _tag: 'Image', width: 8, height: 8, pageDurations, plays } as const;
          const { pieces, layerSources, rate } = planRender(
            resolvedOf(composition),
            new Map([[clipPath(0), { path: '/a.gif', probed }]]),
            {
              pieceSeconds: 1,
            },
          );
          const layerSource = layerSources[1]?.layerSource;
          const painted = layerSource?._tag === 'Image' ? layerSource.pages : [];
          const round = pageDurations.reduce((sum, ms) => sum + ms, 0);
          const used = new Set<number>();
          for (const { span, layers } of pieces)
            for (const layer of layers)
              for (const { page, span: part } of layer._tag === 'Pictures' ? layer.cues : [])
                for (let n = span.from + part.from; n < span.from + part.to; n += 1) {
                  used.add(painted[page] ?? -1);
                  const at = instantOf(n, rate) - 500 + offset;
                  if (plays > 0 && at >= plays * round - 1e-3) continue;
                  let end = 0;
                  const ends = pageDurations.map((ms) => (end += ms));
                  const within = at % round;
                  const onEdge = [0, ...ends].some((edge) => Math.abs(edge - within) < 1e-2);
                  if (!onEdge) expect(painted[page]).to.equal(ends.findIndex((edge) => within < edge));
                }
          expect(painted).to.deep.equal([...used].toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('include only what is visible, for a single frame', () => {
    const texts = [0, 1000, 1200, 2000].map((start) => ({
      type: 'text',
      timeFrame: { start, end: start + 1000 },
      textProperties: { content: 'a' },
    }));
    const composition = compositionOf({ duration: 3000, canvas: { width: 64, height: 64 } }, texts);
    const paintedAt = (onlyFrameAt: number) =>
      planRender(resolvedOf(composition), new Map(), { pieceSeconds: 5, onlyFrameAt }).layerSources.map(
        ({ clip }) => clip,
      );
    expect(paintedAt(999)).to.deep.equal([undefined, clipPath(0)]);
    expect(paintedAt(1500)).to.deep.equal([undefined, clipPath(1), clipPath(2)]);
    expect(paintedAt(9999)).to.deep.equal([undefined, clipPath(3)]);
  });

  it('have the same rectangles for a single frame as in the whole render', () => {
    const sliding = { type: 'slide', duration: 700, direction: 'right', distance: 31 };
    const shape = (x: number, transition: object) => ({
      type: 'shape',
      timeFrame: { start: 0, end: 1000 },
      position: { x, y: 5 },
      size: { width: 31, height: 21 },
      shapeProperties: { shape: 'star' },
      transition,
    });
    const composition = compositionOf({ duration: 1000, fps: 10, canvas: { width: 128, height: 64 } }, [
      shape(7, { in: sliding }),
      shape(61, { out: { ...sliding, direction: 'down' } }),
    ]);
    const rectsOf = ({ layerSources, pieces }: RenderPlan, frame: number) =>
      pieces
        .filter(({ span }) => span.from <= frame && frame < span.to)
        .flatMap(({ span, layers }) =>
          layers
            .filter((layer) => layer.span.from <= frame - span.from && frame - span.from < layer.span.to)
            .map((layer) => {
              if (layer._tag !== 'Pictures') return layer.rect;
              const source = layerSources[layer.layerSource]?.layerSource;
              return source?._tag === 'Scene' ? source.rect : undefined;
            }),
        );
    const whole = planRender(resolvedOf(composition), new Map(), { pieceSeconds: 0.4 });
    for (let frame = 0; frame < 10; frame += 1) {
      const onlyFrameAt = frame * 100;
      const single = planRender(resolvedOf(composition), new Map(), { pieceSeconds: 5, onlyFrameAt });
      expect(rectsOf(whole, frame)).to.have.length(2);
      expect(rectsOf(single, frame), `frame ${frame}`).to.deep.equal(rectsOf(whole, frame));
    }
  });
});
