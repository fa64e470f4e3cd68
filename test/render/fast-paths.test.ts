import { expect } from 'chai';
import type { Layer } from '../../workers/render/plan/layers.js';
import { planRender } from '../../workers/render/plan/plan.js';
import type { Picture } from '../support/pictures/decoded-media.js';
import { compositionOf, drawFrame, resolvedOf, studioForSuite } from '../support/renders/render.js';
import { renderedFrames } from '../support/renders/rendered-frames.js';
import { sampled } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';

const CANVAS = { width: 160, height: 90 };
const METADATA = { duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#000000' };
const FULL = { position: { x: 0, y: 0 }, size: CANVAS };
const TIME = { timeFrame: { start: 0, end: 1000 } };

/** Largest difference of a channel between two pictures, and the mean one. */
const difference = (a: Picture, b: Picture): { readonly most: number; readonly mean: number } => {
  let [most, sum] = [0, 0];
  for (const [index, value] of a.data.entries()) {
    const apart = Math.abs(value - (b.data[index] ?? 0));
    most = Math.max(most, apart);
    sum += apart;
  }
  return { most, mean: sum / a.data.length };
};

describe('Layers that take the fast path', function () {
  this.timeout(300_000);
  const studio = studioForSuite();
  let video: string;
  let image: string;
  before(async () => {
    // Ends outside of the picture would be chosen at random.
    video = await studio.make(
      'gradient.mp4',
      ...lavfi(
        'gradients=s=200x100:c0=#904040:c1=#4060A0:x0=0:y0=0:x1=199:y1=99:seed=1:r=10:d=1:speed=0.00001',
      ),
      ...'-pix_fmt yuv420p -colorspace bt709 -crf 1'.split(' '),
    );
    image = await studio.make('two.jpg', ...lavfi('color=#406080:s=320x180'), '-frames:v', '1');
  });

  /** A skew of nothing has a clip drawn by Skia that would not have to be. */
  const drawn = { transform: { skew: { x: 0, y: 0 } } };
  const frame = (clip: object): Promise<Picture> => drawFrame(studio, compositionOf(METADATA, [clip]), 500);

  const LOOKS = {
    cover: { fit: 'cover' },
    'cover at an end': { fit: 'cover', fitAlign: { x: 1, y: 0 }, size: { width: 61, height: 80 } },
    contain: { fit: 'contain', position: { x: 31, y: 7 }, size: { width: 80, height: 81 } },
    'no fit': { fit: 'none', fitAlign: { x: 0, y: 1 } },
    crop: { crop: { left: 0.25, top: 0.1, right: 0.3, bottom: 0.2 } },
    'crop and cover': { fit: 'cover', crop: { left: 0.5, top: 0, right: 0, bottom: 0 } },
    'round corners': { fit: 'cover', effects: { borderRadius: [30, 0, 12, 5], opacity: 0.7 } },
  };
  for (const [name, look] of sampled(Object.entries(LOOKS), 3))
    it(`show a video as a scene does: ${name}`, async () => {
      const clip = { type: 'video', source: video, ...TIME, ...FULL, ...look };
      const [fast, slow] = [await frame(clip), await frame({ ...clip, ...drawn })];
      const { mean } = difference(fast, slow);
      // Both round to whole levels, at other steps.
      expect(mean, 'mean').to.be.below(0.7);
      // Edges may lie half a pixel apart.
      const apart = [...fast.data].filter((value, index) => Math.abs(value - (slow.data[index] ?? 0)) > 12);
      expect(apart.length / fast.data.length).to.be.below(0.015);
    });

  it('cross-fade as one layer, and stay constant if both are equal', async () => {
    const zoomed = { source: image, fit: 'cover', motion: { from: { scale: 1 }, to: { scale: 1.2 } } };
    const clips = [
      { type: 'image', ...FULL, ...zoomed, timeFrame: { start: 0, end: 700 } },
      {
        type: 'image',
        ...FULL,
        ...zoomed,
        timeFrame: { start: 300, end: 1000 },
        transition: { in: { type: 'fade', duration: 400 } },
      },
    ];
    const frames = await renderedFrames(studio, compositionOf(METADATA, clips), { settings: { crf: 1 } });
    expect(frames).to.have.length(10);
    for (const [index, picture] of frames.entries())
      for (const [x, y] of [
        [3, 3],
        [80, 45],
        [157, 87],
      ] as const)
        for (const [channel, value] of [0x40, 0x60, 0x80].entries())
          expect(picture.at(x, y)[channel], `frame ${index} at ${x},${y}`).to.be.closeTo(value, 3);
  });

  it('draw only moving parts for every frame: captions, groups and masked images are drawn once', () => {
    const words = [0, 1, 2].map((index) => ({
      start: index * 300,
      end: index * 300 + 300,
      word: `w${index}`,
    }));
    const clips = [
      {
        type: 'caption',
        ...FULL,
        ...TIME,
        captionProperties: {
          words,
          maxWidth: 150,
          highlightTextProperties: { fontSize: 20 },
          nonHighlightTextProperties: { fontSize: 20 },
        },
        effects: { shadow: { blur: 4 } },
      },
      {
        type: 'group',
        ...FULL,
        ...TIME,
        clips: [
          {
            type: 'shape',
            timeFrame: { start: 200, end: 600 },
            ...FULL,
            shapeProperties: { shape: 'ellipse' },
            transition: { in: { type: 'fade', duration: 200 } },
          },
        ],
      },
      { id: 'm', type: 'shape', ...TIME, ...FULL, shapeProperties: { shape: 'star' } },
      {
        type: 'shape',
        ...TIME,
        ...FULL,
        shapeProperties: { shape: 'rectangle' },
        effects: { mask: { clip: 'm' } },
      },
    ];
    const plan = planRender(resolvedOf(compositionOf(METADATA, clips)), new Map(), { pieceSeconds: 5 });
    const layers = plan.pieces.flatMap(({ layers }) => layers);
    const spans = (tag: Layer['_tag']) =>
      layers.filter(({ _tag }) => _tag === tag).map(({ span: { from, to } }) => [from, to]);
    expect(spans('Drawn')).to.deep.equal([[2, 4]]);
    const pages = plan.layerSources.flatMap(({ layerSource }) =>
      layerSource._tag === 'Scene' ? [layerSource.frames] : [],
    );
    expect(pages).to.deep.equal([[0, 3, 6, 9], [0], [4, 6], [0]]);
  });
});
