import { join } from 'node:path';
import { expect } from 'chai';
import type { Picture } from '../support/pictures/decoded-media.js';
import { compositionOf, drawFrame, render, studioForSuite } from '../support/renders/render.js';
import { renderedFrames } from '../support/renders/rendered-frames.js';
import { flatPicture } from '../support/pictures/flat-colours.js';
import { lavfi } from '../support/renders/lavfi.js';
import { track } from '../support/pictures/keyframes.js';

const CANVAS = { width: 120, height: 80 };
const METADATA = { duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#000000' };
const BOX = { position: { x: 20, y: 20 }, size: { width: 80, height: 40 } };
const TIME = { timeFrame: { start: 0, end: 1000 } };
const white = (more: object) => ({
  type: 'shape',
  ...TIME,
  ...BOX,
  shapeProperties: { shape: 'rectangle', fill: '#FFFFFF' },
  ...more,
});

describe('Clips in scenes', function () {
  this.timeout(300_000);
  const studio = studioForSuite();

  const framesOf = (clips: ReadonlyArray<object>): Promise<ReadonlyArray<Picture>> =>
    renderedFrames(studio, compositionOf(METADATA, clips), { settings: { crf: 1 } });
  const level = (picture: Picture | undefined, x: number, y: number): number => picture?.at(x, y)[1] ?? -1;

  it('show vector drawings as sharp as they are seen, whatever size they state', async () => {
    const halves = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><rect width="2" height="2" fill="#fff"/></svg>`;
    const ways = [
      { fit: 'contain' },
      { effects: { filters: [{ type: 'brightness', amount: 1 }] } },
      { crop: { left: 0.25, right: 0.25 } },
      { motion: { from: { scale: 4 }, to: { scale: 4 } } },
    ];
    const places = [0, 40].flatMap((y) => [0, 60].map((x) => ({ x, y })));
    const clips = ways.map((way, index) => ({
      type: 'image',
      svg: halves,
      ...TIME,
      position: places[index],
      size: { width: 60, height: 30 },
      ...way,
    }));
    const picture = await drawFrame(studio, compositionOf(METADATA, clips), 0);
    for (const [index, { x, y }] of places.entries()) {
      const row = [26, 28, 31, 33].map((right) => level(picture, x + right, y + 15));
      expect(row, JSON.stringify(ways[index])).to.deep.equal([255, 255, 0, 0]);
    }
  });

  it('show texts and pictures as sharp as they are seen in a group that is larger than its clips', async () => {
    const inner = [
      {
        type: 'text',
        ...TIME,
        size: { width: 20, height: 20 },
        textProperties: {
          content: 'H',
          fontFamily: 'Arial',
          fontWeight: 700,
          fontSize: 16,
          color: '#FFFFFF',
        },
      },
      {
        type: 'image',
        svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1v2h-1z" fill="#fff"/></svg>`,
        ...TIME,
        position: { x: 15, y: 0 },
        size: { width: 10, height: 20 },
      },
    ];
    const group = { type: 'group', ...TIME, size: { width: 30, height: 20 }, clips: inner };
    const still = await drawFrame(
      studio,
      compositionOf(METADATA, [{ ...group, transform: { scale: { x: 4, y: 4 } } }]),
      0,
    );
    const keyframes = ['x', 'y'].map((axis) => track(`transform.scale.${axis}`, [0, 1], [900, 4]));
    const grown = await drawFrame(studio, compositionOf(METADATA, [{ ...group, keyframes }]), 900);
    for (const picture of [still, grown]) {
      const row = Array.from({ length: 120 }, (_, x) => level(picture, x, 30));
      // Three edges of letters and pictures are never wider than two pixels.
      const soft = row.filter((value) => value > 30 && value < 225).length;
      expect(row.filter((value) => value >= 225).length).to.be.above(30);
      expect(soft, row.join(' ')).to.be.below(7);
    }
  });

  it('are pushed by what enters and leaves above them, and uncover what is below', async () => {
    const image = await flatPicture(studio, 'green.png', '#00FF00', { width: 120, height: 80 });
    const full = { position: { x: 0, y: 0 }, size: CANVAS };
    const blue = {
      position: { x: 0, y: 0, z: -1 },
      shapeProperties: { shape: 'rectangle', fill: '#0000FF' },
    };
    const push = { type: 'push', direction: 'left', duration: 400 };
    const small = { position: { x: 30, y: 20 }, size: { width: 60, height: 40 } };
    const frames = await framesOf([
      white({ ...full, ...blue }),
      { type: 'image', source: image, ...TIME, ...full },
      white({ ...small, transition: { in: push, out: push } }),
    ]);
    // A quarter of the way, three quarters of it, and the same again.
    const wanted = {
      1: { g: [10, 84], b: [98, 117] },
      3: { g: [10, 25], b: [36, 54], rgb: [66, 117] },
      5: { g: [10, 25], rgb: [36, 84], b: [] },
      7: { rgb: [2, 54], b: [66, 84], g: [98, 117] },
    };
    for (const [frame, places] of Object.entries(wanted))
      for (const [lit, columns] of Object.entries(places))
        for (const x of columns)
          for (const [channel, name] of 'rgb'.split('').entries())
            expect(frames[Number(frame)]?.at(x, 40)[channel], `${frame}: ${x} ${name}`).to.be.closeTo(
              lit.includes(name) ? 255 : 0,
              6,
            );
  });

  it('show a playing video inside a mask, and nothing outside', async () => {
    const video = await studio.make(
      'white.mp4',
      ...lavfi('color=white:s=64x64:r=10:d=1'),
      '-pix_fmt',
      'yuv420p',
    );
    const frames = await framesOf([
      {
        type: 'shape',
        id: 'm',
        ...TIME,
        size: { width: 40, height: 20 },
        shapeProperties: { shape: 'rectangle' },
      },
      {
        type: 'video',
        source: join(video),
        ...TIME,
        ...BOX,
        effects: { mask: { clip: 'm', mode: 'alphaInverted' } },
      },
    ]);
    for (const frame of frames) expect(level(frame, 60, 40)).to.be.below(5);
  });

  it('do not change a byte of a project that uses no such feature', async () => {
    const text = { type: 'text', ...TIME, ...BOX, textProperties: { content: 'Hi', color: '#FFFFFF' } };
    const bytes = async (more: object): Promise<string> => {
      const file = await render(studio, compositionOf(METADATA, [{ ...text, ...more }]));
      await file.dispose();
      return file.output.sha256;
    };
    expect(await bytes({ position: { ...BOX.position, anchor: 'topLeft' } })).to.equal(await bytes({}));
  });
});
