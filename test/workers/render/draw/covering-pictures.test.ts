import { expect } from 'chai';
import { frameRate } from '../../../../domain/composition/timeline.js';
import { coveringPictures } from '../../../../workers/render/draw/covering-pictures.js';
import type { Scene } from '../../../../workers/render/draw/scene.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';

const CANVAS = { width: 80, height: 48 };
const METADATA = { duration: 1000, fps: 10, canvas: CANVAS };
const motion = { from: { scale: 1 }, to: { scale: 1.2, x: 0.5, y: 0 } };
const image = (more: object = {}) => ({
  type: 'image',
  source: 'picture.png',
  timeFrame: { end: 1000 },
  size: CANVAS,
  motion,
  ...more,
});

/** A scene of images, each of which shows the picture of its number. */
const sceneOf = (clips: ReadonlyArray<object>, size = { width: 96, height: 60 }): Scene => ({
  canvas: CANVAS,
  rect: { x: 0, y: 0, ...CANVAS },
  rate: frameRate(METADATA.fps),
  duration: METADATA.duration,
  background: undefined,
  nodes: resolvedOf(compositionOf(METADATA, clips)).clips.map((clip, picture) => ({
    clip,
    span: { from: clip.timeFrame.start / 100, to: clip.timeFrame.end / 100 },
    content: { _tag: 'Picture', picture },
    mask: undefined,
    pushedBy: [],
  })),
  pictures: clips.map((_, index) => ({ path: String(index), x: 0, y: 0, ...size })),
  feeds: [],
  levels: [],
  tables: {},
});

describe('pictures that cover a frame', () => {
  it('are shown in part while a motion zooms into them', () => {
    const scene = sceneOf([image({ fit: 'cover' })]);
    // 80 × 48 of the canvas show 96 × 57.6 px; 1.2 below and above them are cut off.
    const [first] = coveringPictures(scene, 0) ?? [];
    expect(first?.opacity).to.equal(1);
    expect(first?.from.width).to.be.closeTo(96, 1e-9);
    expect(first?.from.height).to.be.closeTo(57.6, 1e-9);
    expect(first?.from.x).to.be.closeTo(0, 1e-9);
    expect(first?.from.y).to.be.closeTo(1.2, 1e-9);
    const [half] = coveringPictures(scene, 5) ?? [];
    expect(half?.from.width).to.be.closeTo(96 / 1.1, 1e-9);
    expect(half?.from.x).to.be.closeTo(0.5 * (96 - 96 / 1.1), 1e-9);
    expect(half?.from.y).to.be.closeTo(1.2 + 0.25 * (57.6 - 57.6 / 1.1), 1e-9);
  });

  it('are two while one is faded into another, which alone is left', () => {
    const fading = { transition: { in: { type: 'fade', duration: 400 } } };
    const later = { timeFrame: { start: 200, end: 1000 } };
    const scene = sceneOf([image(), image({ ...later, ...fading })]);
    const seen = (frame: number) =>
      coveringPictures(scene, frame)?.map(({ picture, opacity }) => [picture, opacity]);
    expect(seen(1)).to.deep.equal([[0, 1]]);
    expect(seen(2)).to.deep.equal([[0, 1]]);
    expect(seen(4)).to.deep.equal([
      [0, 1],
      [1, 0.5],
    ]);
    expect(seen(6)).to.deep.equal([[1, 1]]);
  });

  const OTHERS: Readonly<Record<string, object>> = {
    smaller: { size: { width: 40, height: 48 } },
    moved: { position: { x: 1, y: 0 } },
    turned: { transform: { rotation: 180 } },
    mirrored: { transform: { flip: { x: true } } },
    translucent: { effects: { opacity: 0.5 } },
    filtered: { effects: { filters: [{ type: 'blur', amount: 2 }] } },
    keyed: { effects: { chromaKey: { color: '#00FF00' } } },
    blended: { effects: { blendMode: 'screen' } },
    'rounded at its corners': { effects: { borderRadius: 4 } },
    'contained with bars': { fit: 'contain', size: { width: 80, height: 48 } },
    'wiped in': { transition: { in: { type: 'wipe', direction: 'left', duration: 900 } } },
  };
  for (const [name, more] of Object.entries(OTHERS))
    it(`are none if one is ${name}`, () => {
      expect(coveringPictures(sceneOf([image()]), 0)).to.have.length(1);
      expect(coveringPictures(sceneOf([image(more)]), 0)).to.equal(undefined);
    });

  it('are none if one has so many pixels that Skia would draw a smaller copy of it', () => {
    expect(coveringPictures(sceneOf([image()], { width: 112, height: 67 }), 0)).to.have.length(1);
    expect(coveringPictures(sceneOf([image()], { width: 160, height: 96 }), 0)).to.equal(undefined);
  });
});
