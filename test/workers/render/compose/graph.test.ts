import { expect } from 'chai';
import type { Raster } from '../../../../workers/render/ports/rasterizer.js';
import { composedPasses } from '../../../../workers/render/ways/graph/graph.js';
import { planRender } from '../../../../workers/render/plan/plan.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';

describe('The commands of a piece', () => {
  it('have one input for a caption, however many states it has', () => {
    const words = Array.from({ length: 1000 }, (_, index) => ({
      word: `w${index}`,
      start: index * 4,
      end: index * 4 + 4,
    }));
    const composition = compositionOf({ duration: 5000, fps: 120, canvas: { width: 64, height: 64 } }, [
      {
        type: 'caption',
        timeFrame: { start: 0, end: 5000 },
        captionProperties: { words, highlightTextProperties: {}, nonHighlightTextProperties: {} },
      },
    ]);
    const plan = planRender(resolvedOf(composition), new Map(), { pieceSeconds: 5 });
    const states = plan.layerSources.map(({ layerSource }) =>
      layerSource._tag === 'Caption' ? layerSource.groups.flatMap(({ pages }) => pages).length : 1,
    );
    const rect = { x: 0, y: 0, width: 64, height: 64 };
    const rasters = states.map((pages, index): Raster => ({
      rect,
      files: Array.from({ length: pages }, (_, page) => `/still-${index}-${page}.yuv`),
      opaque: false,
      fonts: [],
    }));
    expect(states[1]).to.be.above(400);
    expect(plan.pieces).to.have.length(1);
    const codec = { _tag: 'H264', preset: 'veryfast', crf: 20, parameters: '', threads: 1 } as const;
    const target = { output: '/piece.mp4', stem: '/piece' };
    const passes = composedPasses(plan, plan.pieces[0]!, rasters, codec, target);
    expect(passes.map(({ request }) => request.inputs.length)).to.deep.equal([2]);
    const counts = passes[0]!.request.inputs.map((input) =>
      input._tag === 'Pages' ? input.pages.length : 1,
    );
    expect(counts).to.deep.equal([1, states[1]]);
  });
});
