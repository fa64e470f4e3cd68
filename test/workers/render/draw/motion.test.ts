import { expect } from 'chai';
import { soundLevels } from '../../../../domain/composition/sound-levels.js';
import {
  areaOf,
  centroidOf,
  type Drawn,
  frames,
  stageOf,
  surface,
} from '../../../support/pictures/scenes.js';
import { BOX, CANVAS, level, METADATA, white } from '../../../support/pictures/moving-boxes.js';

const SCALE = 2;
const inner = (x: number, y: number, more: object = {}) =>
  white({ position: { x, y }, size: { width: 20, height: 10 }, ...more });
const star = { shape: 'star', fill: '#FFFFFF', stroke: { width: 4, color: '#808080' } };
const path = { shape: 'path', path: 'M5 5L70 20L20 38Z', fill: '#FFFFFF' };

/** Clips of every type that has a content of its own, apart from texts. */
const CLIPS: Readonly<Record<string, object>> = {
  'an image': { type: 'image', source: 'disc' },
  'a star': { type: 'shape', shapeProperties: star },
  'a path': { type: 'shape', shapeProperties: path },
  'a progress bar': {
    type: 'progress',
    progressProperties: { color: '#FFFFFF', backgroundColor: '#606060' },
  },
  'a waveform': { type: 'waveform', waveformProperties: { source: 'sound', color: '#FFFFFF' } },
  'a group': { type: 'group', clips: [inner(5, 4), inner(40, 25, { transform: { rotation: 30 } })] },
  'a group in a group': {
    type: 'group',
    clips: [{ type: 'group', timeFrame: { end: 1000 }, size: BOX.size, clips: [inner(30, 15)] }],
  },
};
const disc = surface(80, 40, (context) => {
  context.fillStyle = '#FFFFFF';
  context.beginPath();
  context.arc(35, 20, 16, 0, 2 * Math.PI);
  context.fill();
});
const levels = soundLevels(Float32Array.from({ length: 4000 }, (_, index) => Math.abs(Math.sin(index))));

const drawn = (clip: object, more: object, frame = 5): Drawn =>
  stageOf(METADATA, [{ timeFrame: { end: 1000 }, ...BOX, ...clip, ...more }], {
    pictures: { disc },
    levels,
  }).frames()(frame);

const isInBox = (x: number, y: number): boolean => x >= 20 && x < 100 && y >= 20 && y < 60;

describe('Motion', () => {
  for (const [name, clip] of Object.entries(CLIPS))
    for (const focus of [
      { x: 0, y: 0 },
      { x: 1, y: 0.5 },
    ])
      it(`shows the part of the box that it focuses on, of ${name}, towards ${focus.x}, ${focus.y}`, () => {
        const still = drawn(clip, {});
        const point = { scale: SCALE, ...focus };
        const zoomed = drawn(clip, { motion: { from: point, to: point } });
        expect(areaOf(zoomed)).to.be.above(100);
        const left = 20 + (80 - 80 / SCALE) * focus.x;
        const top = 20 + (40 - 40 / SCALE) * focus.y;
        for (let y = 0; y < 20; y += 1)
          for (let x = 0; x < 40; x += 1) {
            const block = [0, 1].flatMap((dy) =>
              [0, 1].map((dx) => level(zoomed, 20 + x * SCALE + dx, 20 + y * SCALE + dy)),
            );
            const mean = block.reduce((sum, value) => sum + value, 0) / block.length;
            // Smoothed edges are at most two pixels of the zoomed picture wide.
            const around = [-1, 0, 1].flatMap((dy) =>
              [-1, 0, 1].map((dx) => level(still, left + x + dx, top + y + dy)),
            );
            expect(mean, `${x}, ${y}`).to.be.within(Math.min(...around) - 8, Math.max(...around) + 8);
          }
        for (let y = 0; y < CANVAS.height; y += 1)
          for (let x = 0; x < CANVAS.width; x += 1)
            if (!isInBox(x, y)) expect(level(zoomed, x, y), `outside, at ${x}, ${y}`).to.equal(0);
      });

  it('moves groups smoothly, with effects too, and clips what a group has beyond its box', () => {
    const group = {
      type: 'group',
      timeFrame: { end: 1000 },
      ...BOX,
      clips: [inner(60, 25), inner(-15, -10)],
      motion: { from: { scale: 1 }, to: { scale: 1.3 } },
    };
    for (const effects of [{ opacity: 0.9 }, { filters: [{ type: 'brightness', amount: 1 }] }, {}]) {
      const at = frames({ ...METADATA, fps: 60 }, [{ ...group, effects }]);
      const places = Array.from({ length: 60 }, (_, frame) => {
        const picture = at(frame);
        expect(level(picture, 15, 15)).to.equal(0);
        return centroidOf(picture).x;
      });
      const steps = places.slice(1).map((x, index) => x - (places[index] ?? 0));
      const mean = steps.reduce((a, b) => a + b, 0) / steps.length;
      expect(mean).to.be.above(0.03);
      for (const [index, step] of steps.entries()) expect(step, `step ${index}`).to.be.within(0, 2.5 * mean);
    }
  });
});
