import { expect } from 'chai';
import { decodeFrames, decodeSound } from '../support/pictures/decoded-media.js';
import { compositionOf, render, studioForSuite } from '../support/renders/render.js';
import { LONG } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';

/** How many clips are heard together. */
const CLIPS = LONG ? 40 : 20;

describe('A project with very many clips', () => {
  const studio = studioForSuite();
  before(async () => {
    await studio.make('quiet.wav', ...lavfi("aevalsrc='0.01*sin(2*PI*440*t)':s=48000:d=2"));
  });

  it('shows a hundred layers at once, each at its position', async () => {
    const clips = Array.from({ length: 100 }, (_, index) => ({
      type: 'text',
      timeFrame: { start: 0, end: 1000 + index },
      position: { x: (index % 10) * 8, y: Math.floor(index / 10) * 8, z: 0 },
      size: { width: 8, height: 8 },
      textProperties: {
        content: '',
        backgroundColor: index % 3 === 0 ? '#FF0000' : index % 3 === 1 ? '#00FF00' : '#0000FF',
      },
    }));
    const file = await render(
      studio,
      compositionOf({ duration: 1000, fps: 10, canvas: { width: 80, height: 80 } }, clips),
    );
    const [frame] = await decodeFrames(file.path, 'eq(n,5)');
    for (const index of clips.keys()) {
      const pixel = frame!.at((index % 10) * 8 + 4, Math.floor(index / 10) * 8 + 4);
      expect(pixel.indexOf(Math.max(...pixel)), `cell ${index}`).to.equal(index % 3);
    }
  });

  it(`mixes ${CLIPS} clips that play together`, async () => {
    const clips = Array.from({ length: CLIPS }, () => ({
      type: 'audio',
      source: 'quiet.wav',
      timeFrame: { start: 250, end: 2000 },
    }));
    const file = await render(
      studio,
      compositionOf({ duration: 2000, fps: 10, canvas: { width: 16, height: 16 } }, clips),
    );
    const samples = await decodeSound(file.path);
    const peak = (from: number, to: number): number =>
      samples.subarray(from * 96, to * 96).reduce((most, value) => Math.max(most, value), 0);
    expect(peak(0, 230)).to.be.below(0.01);
    expect(peak(500, 1900)).to.be.closeTo(CLIPS * 0.01, 0.01);
  });
});
