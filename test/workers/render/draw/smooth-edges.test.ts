import { expect } from 'chai';
import { CANVAS, METADATA, white } from '../../../support/pictures/moving-boxes.js';
import { areaOf, centroidOf, frames, surface } from '../../../support/pictures/scenes.js';
import { track } from '../../../support/pictures/keyframes.js';

const TIME = { timeFrame: { end: 1000 } };
const SIZE = { width: 40, height: 20 };
const plain = surface(40, 20, (context) => {
  context.fillStyle = '#FFFFFF';
  context.fillRect(0, 0, 40, 20);
});
const picture = { type: 'image', source: 'plain', ...TIME, size: SIZE };
const group = (clips: ReadonlyArray<object>, more: object = {}) => ({
  type: 'group',
  ...TIME,
  size: SIZE,
  clips,
  ...more,
});

const CLIPS: Readonly<Record<string, object>> = {
  'a picture': picture,
  'a mirrored picture': { ...picture, transform: { flip: { x: true, y: true } } },
  'a picture that is turned by 90°': { ...picture, transform: { rotation: 90 } },
  'a picture that is turned by 180°': { ...picture, transform: { rotation: 180 } },
  'a translucent picture': { ...picture, effects: { opacity: 0.5 } },
  'a picture with effects': { ...picture, effects: { border: { width: 3, color: '#FFFFFF' } } },
  'a sharp shadow': {
    ...picture,
    effects: { shadow: { x: 50, y: 0, blur: 0, color: '#FFFFFF' }, opacity: 0.9 },
  },
  'a group that clips': group([picture], { clip: true }),
  'a picture in a group': group([picture]),
  'a picture in a scaled group': group([{ ...picture, size: { width: 30, height: 10 } }], {
    transform: { scale: { x: 1.37, y: 1.41 } },
  }),
};

/** Slowly, so that no two frames of a second show the same. */
const moving = (property: string, from: number, to: number) => track(property, [0, from], [1000, to]);
/** Skia interpolates in steps of a sixteenth of a pixel, px. */
const NEAR = 0.07;
const METADATA_60 = { ...METADATA, fps: 60 };

describe('Edges of what moves', () => {
  for (const [name, clip] of Object.entries(CLIPS))
    it(`move by fractions of a pixel: ${name}`, () => {
      const keyframes = [moving('position.x', 20, 23), moving('position.y', 30, 31)];
      const at = frames(METADATA_60, [{ ...clip, keyframes }], { plain });
      const area = areaOf(at(0));
      const start = centroidOf(at(0));
      for (let frame = 1; frame < 60; frame += 7) {
        const { x, y } = centroidOf(at(frame));
        expect(x - start.x, `frame ${frame}: x`).to.be.closeTo((3 * frame) / 60, NEAR);
        expect(y - start.y, `frame ${frame}: y`).to.be.closeTo(frame / 60, NEAR);
        expect(areaOf(at(frame)) / area, `frame ${frame}: area`).to.be.closeTo(1, 0.005);
      }
    });

  for (const [name, clip] of Object.entries({
    'a picture that grows': {
      ...picture,
      keyframes: [moving('size.width', 40, 42), moving('size.height', 20, 20.5)],
    },
    'a picture in a group that grows': group([picture], {
      keyframes: [moving('transform.scale.x', 1, 1.05), moving('transform.scale.y', 1, 1.025)],
    }),
  }))
    it(`grow by fractions of a pixel: ${name}`, () => {
      const at = frames(METADATA_60, [{ ...clip, position: { x: 20, y: 30 } }], { plain });
      for (let frame = 1; frame < 60; frame += 7) {
        const t = frame / 60;
        expect(areaOf(at(frame)), `frame ${frame}`).to.be.closeTo((40 + 2 * t) * (20 + 0.5 * t), 3);
      }
    });

  it('move by fractions of a pixel within a box that does not: a picture that is fitted and zoomed', () => {
    const motion = { from: { scale: 1 }, to: { scale: 1.1 } };
    const tall = { width: 80, height: 80 };
    const at = frames(METADATA_60, [{ ...picture, size: tall, fit: 'contain', motion }], { plain });
    for (let frame = 1; frame < 60; frame += 7)
      expect(areaOf(at(frame)), `frame ${frame}`).to.be.closeTo(80 * 40 * (1 + (0.1 * frame) / 60), 4);
  });

  it('cover a part of a pixel if there is no more of the picture', () => {
    const keyframes = [moving('size.width', 0.01, 2)];
    const at = frames(METADATA_60, [{ ...picture, position: { x: 20.3, y: 30 }, keyframes }], { plain });
    for (let frame = 1; frame < 60; frame += 7)
      expect(areaOf(at(frame)), `frame ${frame}`).to.be.closeTo(20 * (0.01 + (1.99 * frame) / 60), 0.3);
  });

  it('are on whole pixels at rest, in a scaled group too', () => {
    const clips = [
      { ...picture, position: { x: 20.4, y: 30.4 } },
      group([{ ...picture, size: { width: 3, height: 3 } }], { transform: { scale: { x: 1.5, y: 1.5 } } }),
      white({ position: { x: 60, y: 30 }, size: { width: 9, height: 9 } }),
    ];
    const { rgba } = frames(METADATA_60, clips, { plain })(30);
    expect(new Set(rgba.filter((_, index) => index % 4 === 1))).to.deep.equal(new Set([0, 255]));
    expect(rgba.length).to.equal(CANVAS.width * CANVAS.height * 4);
  });
});
