import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { frameRate, instantOf } from '../../domain/composition/timeline.js';
import { stillFilters } from '../../workers/render/compose/picture-codec.js';
import { planRender } from '../../workers/render/plan/plan.js';
import { withTightRects } from '../../workers/render/plan/tight-rects.js';
import { encodePieces } from '../../workers/render/run/encode.js';
import { fetchSources } from '../../workers/render/run/fetch-sources.js';
import { planSources } from '../../workers/render/run/plan-sources.js';
import { rasterizeSources } from '../../workers/render/run/rasterize.js';
import { goldenCompositions, type NamedComposition } from '../support/golden-compositions.js';
import {
  openStudio,
  pixelsOf,
  renderFrameTo,
  settingsFor,
  type Studio,
  toolsFor,
} from '../support/render.js';

describe('A frame that is drawn on demand', function () {
  this.timeout(180_000);
  let studio: Studio;
  let compositions: ReadonlyArray<NamedComposition>;
  before(async () => {
    studio = await openStudio();
    compositions = await goldenCompositions(studio);
  });
  after(() => studio.dispose());

  /** All frames of a render in RGB, encoded without loss, in pieces that are as short as they can be. */
  const renderedFrames = async ({ composition }: NamedComposition): Promise<ReadonlyArray<Buffer>> => {
    const folder = await mkdtemp(join(studio.folder, 'whole-'));
    const settings = { ...settingsFor(studio), pieceSeconds: 0.4 };
    const signal = new AbortController().signal;
    const plain = { folder, signal, progress: () => undefined, ...toolsFor(studio) };
    const fetched = await fetchSources(composition, settings, plain);
    const { resolved, sources, context } = await planSources(composition, fetched, plain);
    const planned = planRender(resolved, sources, { ...settings, folder });
    expect(planned.pieces.length).to.be.at.least(2);
    const rasters = await rasterizeSources(planned, context);
    const plan = withTightRects(planned, rasters);
    const pieces = await encodePieces(plan, rasters, { _tag: 'Lossless', alpha: false }, 2, context);
    const filters = stillFilters({ _tag: 'Still', format: 'png', alpha: false });
    const { width, height } = plan.output;
    const frames = await Promise.all(
      pieces.map((piece) => pixelsOf(width * height * 3, '-f', 'nut', '-i', piece, '-vf', filters)),
    );
    return frames.flat();
  };

  it('has the pixels of the render before encoding, in every golden composition', async () => {
    for (const one of compositions) {
      const { metadata } = one.composition;
      const frames = await renderedFrames(one);
      expect(frames).to.have.length(10);
      for (const n of [0, 9]) {
        const path = join(studio.folder, 'frame.png');
        await renderFrameTo(path, studio, one.composition, instantOf(n, frameRate(metadata.fps)));
        const [still] = await pixelsOf(frames[n]?.length ?? 0, '-i', path, '-vf', 'format=rgb24');
        expect(still && frames[n]?.equals(still), `${one.name}, frame ${n}`).to.equal(true);
      }
    }
  });
});
