import { expect } from 'chai';
import * as fc from 'fast-check';
import type { FrameSpan } from '../../../../domain/composition/timeline.js';
import { type CopiedPart, copiedParts } from '../../../../workers/render/plan/copied-frames.js';
import type { Layer, VideoLayer } from '../../../../workers/render/plan/layers.js';

const RATE = { num: 10, den: 1 };
const output = { width: 320, height: 180 };
const whole = { x: 0, y: 0, ...output };

const layerOf = (span: FrameSpan, sourceFrom: number): VideoLayer => ({
  _tag: 'Video',
  clip: '0',
  path: 'a.mp4',
  container: 'mov',
  video: {
    stream: 0,
    codec: 'h264',
    ...output,
    pixelFormat: 'yuv420p',
    color: { matrix: 'bt709', range: 'tv' },
    hasAlpha: false,
    firstFrame: 0,
    lastFrame: 10_000,
    timeBase: 1000 / 90_000,
  },
  placement: { box: whole, rotation: 0, opacity: 1 },
  rect: whole,
  mask: undefined,
  span,
  sourceFrom,
});

/** A text above others. */
const textOn = (span: FrameSpan): Layer => ({
  _tag: 'Pictures',
  layerSource: 1,
  cues: [{ page: 0, span }],
  span,
});

/**
 * A video of ten frames a second, with key frames after so many frames.
 * @param divisions where its groups may end early
 */
const videoOf = (lengths: ReadonlyArray<number>, ms = 100, divisions: ReadonlyArray<number> = []) => {
  const ends = lengths.reduce<ReadonlyArray<number>>((all, one) => [...all, (all.at(-1) ?? 0) + one], []);
  return {
    format: 'one',
    times: Array.from({ length: ends.at(-1) ?? 0 }, (_, index) => index * ms - 0.6),
    groups: ends.map((to, index) => ({ from: ends[index - 1] ?? 0, to })),
    divisions: [...new Set([0, ...divisions, ...ends])].toSorted((a, b) => a - b),
  };
};

const partsIn = (
  layers: ReadonlyArray<Layer>,
  frames: number,
  video = videoOf([10, 10, 10, 10]),
): ReadonlyArray<CopiedPart> =>
  copiedParts(layers, {
    planned: { from: 0, to: frames },
    output,
    rate: RATE,
    target: 20,
    copyable: new Map([['a.mp4', video]]),
  });
const spansIn = (...given: Parameters<typeof partsIn>) => partsIn(...given).map(({ span }) => span);

describe('copied frames', () => {
  const layer = layerOf({ from: 0, to: 40 }, 0);

  it('are whole groups that nothing covers or changes, in pieces of about the target length', () => {
    expect(partsIn([layer], 40)).to.deep.equal([
      { path: 'a.mp4', format: 'one', span: { from: 0, to: 20 }, frames: { from: 0, to: 20 } },
      { path: 'a.mp4', format: 'one', span: { from: 20, to: 40 }, frames: { from: 20, to: 40 } },
    ]);
    expect(spansIn([layer, textOn({ from: 12, to: 14 })], 40)).to.deep.equal([
      { from: 0, to: 10 },
      { from: 20, to: 40 },
    ]);
    expect(spansIn([layerOf({ from: 3, to: 40 }, 500)], 40), 'from the middle of a group').to.deep.equal([
      { from: 8, to: 28 },
      { from: 28, to: 38 },
    ]);
  });

  it('include the first frames of a group that is covered later, up to where it may be divided', () => {
    const video = videoOf([10, 20, 10], 100, [4, 11, 14, 17, 27]);
    const upTo = (...texts: ReadonlyArray<FrameSpan>) => spansIn([layer, ...texts.map(textOn)], 40, video);
    expect(upTo({ from: 19, to: 22 })).to.deep.equal([
      { from: 0, to: 17 },
      { from: 30, to: 40 },
    ]);
    expect(upTo({ from: 18, to: 22 }), 'leaving a piece more than one frame').to.deep.equal([
      { from: 0, to: 14 },
      { from: 30, to: 40 },
    ]);
    expect(upTo({ from: 17, to: 22 }), 'up to the layer above').to.deep.equal([
      { from: 0, to: 17 },
      { from: 30, to: 40 },
    ]);
    expect(upTo({ from: 12, to: 22 }), 'not a single frame').to.deep.equal([
      { from: 0, to: 10 },
      { from: 30, to: 40 },
    ]);
    expect(spansIn([layerOf({ from: 0, to: 29 }, 0)], 29, video), 'of a clip that ends').to.deep.equal([
      { from: 0, to: 27 },
    ]);
  });

  it('are those of a covered video only while the layer above is not shown', () => {
    expect(spansIn([textOn({ from: 0, to: 40 }), layer], 40)).to.have.lengthOf(2);
    expect(spansIn([layer, textOn({ from: 0, to: 40 })], 40)).to.deep.equal([]);
  });

  it('are none while the video is not shown unchanged', () => {
    const changed: Readonly<Record<string, VideoLayer>> = {
      'half transparent': { ...layer, placement: { ...layer.placement, opacity: 0.5 } },
      masked: { ...layer, mask: 1 },
      cropped: { ...layer, isPart: true },
      'upside down': { ...layer, placement: { ...layer.placement, rotation: 180 } },
      moved: { ...layer, placement: { ...layer.placement, box: { ...whole, x: 2 } } },
      'of another size': { ...layer, video: { ...layer.video, width: 640, height: 360 } },
      transparent: { ...layer, video: { ...layer.video, hasAlpha: true } },
      'from another file': { ...layer, path: 'b.mp4' },
    };
    for (const [what, one] of Object.entries(changed)) expect(spansIn([one], 40), what).to.deep.equal([]);
  });

  it('are none where frames are repeated, left out, or too close to the boundary between two', () => {
    expect(spansIn([layer], 40, videoOf([20, 20, 20, 20], 50)), 'twice the rate').to.deep.equal([]);
    expect(spansIn([layer], 40, videoOf([5, 5, 5, 5], 200)), 'half the rate').to.deep.equal([]);
    expect(spansIn([{ ...layer, sourceFrom: 99.4 }], 40), 'on the border').to.deep.equal([]);
    expect(spansIn([{ ...layer, sourceFrom: 50 }], 40), 'between two').to.have.lengthOf(2);
  });

  it('are none if they would be less than a quarter of the render, or less than a second', () => {
    expect(spansIn([layerOf({ from: 0, to: 10 }, 0)], 40)).to.have.lengthOf(1);
    expect(spansIn([layerOf({ from: 0, to: 10 }, 0)], 41)).to.deep.equal([]);
    expect(spansIn([layer, textOn({ from: 9, to: 31 })], 40, videoOf([9, 22, 9]))).to.deep.equal([]);
  });

  it('leave at least two frames to every other piece, and follow one another as in the source', () => {
    const group = fc.integer({ min: 1, max: 12 });
    const span = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 8 }));
    const divisions = fc.array(fc.nat(100));
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 4, maxLength: 12 }),
        fc.nat(30),
        fc.array(span),
        divisions,
        (lengths, first, texts, divisions) => {
          const frames = Math.max(4, lengths.reduce((sum, one) => sum + one, 0) - first);
          const layers = [
            layerOf({ from: 0, to: frames }, first * 100),
            ...texts.map(([from, length]) => textOn({ from, to: from + length })),
          ];
          let end = 0;
          for (const part of partsIn(layers, frames, videoOf(lengths, 100, divisions))) {
            const gap = part.span.from - end;
            expect(gap === 0 || gap >= 2, `a piece of ${gap} frames`).to.equal(true);
            expect(part.frames.from - part.span.from).to.equal(first);
            expect(part.span.to - part.span.from)
              .to.equal(part.frames.to - part.frames.from)
              .and.to.be.at.least(2);
            for (const [from, length] of texts)
              expect(from >= part.span.to || from + length <= part.span.from).to.equal(true);
            end = part.span.to;
          }
          if (end > 0) expect(frames - end, 'frames at the end').not.to.equal(1);
        },
      ),
    );
  });
});
