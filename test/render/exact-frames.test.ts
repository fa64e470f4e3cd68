import { join } from 'node:path';
import { expect } from 'chai';
import { frameRate, instantOf } from '../../domain/composition/timeline.js';
import { composedFrames } from '../support/composed-frames.js';
import { goldenCompositions, type NamedComposition } from '../support/golden-compositions.js';
import { pixelsOf } from '../support/decoded-media.js';
import { openStudio, renderFrameTo, type Studio } from '../support/render.js';

/** Pieces of this length, in seconds, are as short as they can be. */
const SHORTEST = 0.4;

describe('A frame on demand', function () {
  this.timeout(180_000);
  let studio: Studio;
  let compositions: ReadonlyArray<NamedComposition>;
  /** Whether any of them was rendered in several pieces. Those in which nothing moves are not cut. */
  let isCut = false;
  before(async () => {
    studio = await openStudio();
    compositions = await goldenCompositions(studio);
  });
  after(() => studio.dispose());

  it('has the pixels of the render before encoding, in every golden composition', async () => {
    for (const one of compositions) {
      const { metadata } = one.composition;
      const { frames, pieces } = await composedFrames(studio, one.composition, SHORTEST);
      isCut ||= pieces > 1;
      expect(frames).to.have.length(10);
      for (const n of [0, 9]) {
        const path = join(studio.folder, 'frame.png');
        await renderFrameTo(path, studio, one.composition, instantOf(n, frameRate(metadata.fps)));
        const [still] = await pixelsOf(frames[n]?.length ?? 0, '-i', path, '-vf', 'format=rgb24');
        expect(still && frames[n]?.equals(still), `${one.name}, frame ${n}`).to.equal(true);
      }
    }
    expect(isCut).to.equal(true);
  });
});
