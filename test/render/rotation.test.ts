import { writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import {
  BLACK,
  BLUE,
  GREEN,
  RED,
  WHITE,
  distance,
  drawClips,
  drawInCells,
  expectColour,
  makeQuadrants,
  mediaClip,
  quadrants,
  type Rgb,
} from '../support/pictures/quadrants.js';
import { studioForSuite } from '../support/renders/render.js';

describe('A rotated clip', () => {
  const studio = studioForSuite();

  before(async () => {
    await makeQuadrants(studio);
    const image = quadrants();
    await studio.make(
      'turned.mp4',
      '-i',
      `${studio.folder}/quadrants.mp4`,
      ...'-c copy -metadata:s:v rotate=90'.split(' '),
    );
    for (const orientation of [3, 6, 8])
      await image
        .clone()
        .withMetadata({ orientation })
        .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
        .toFile(`${studio.folder}/exif${orientation}.jpg`);
    await image.avif({ lossless: true }).toFile(`${studio.folder}/quadrants.avif`);
    await image.tiff().toFile(`${studio.folder}/quadrants.tiff`);
    await studio.make('quadrants.bmp', '-i', `${studio.folder}/quadrants.png`);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><rect width="4" height="2" fill="#f00"/><rect x="4" width="4" height="2" fill="#0f0"/><rect y="2" width="4" height="2" fill="#00f"/><rect x="4" y="2" width="4" height="2" fill="#fff"/></svg>`;
    await writeFile(`${studio.folder}/quadrants.svg`, svg);
  });

  it('is rotated clockwise about its centre by quarter turns', async () => {
    const turns = [
      [90, BLUE, RED, WHITE, GREEN],
      [180, WHITE, BLUE, GREEN, RED],
      [270, GREEN, WHITE, RED, BLUE],
      [-90, GREEN, WHITE, RED, BLUE],
    ] as const;
    const cells = await drawInCells(
      studio,
      turns.map(([rotation]) => ({
        position: { x: 60, y: 80 },
        size: { width: 80, height: 40 },
        transform: { rotation },
      })),
    );
    for (const [index, [rotation, topLeft, topRight, bottomLeft, bottomRight]] of turns.entries())
      for (const frame of cells[index]!) {
        const [halfWidth, halfHeight] = rotation === 180 ? [40, 20] : [20, 40];
        for (const [sx, sy, colour] of [
          [-1, -1, topLeft],
          [1, -1, topRight],
          [-1, 1, bottomLeft],
          [1, 1, bottomRight],
        ] as const) {
          expectColour(frame, 100 + sx * (halfWidth - 6), 100 + sy * (halfHeight - 6), colour, 6);
          expectColour(frame, 100 + sx * (halfWidth + 4), 100 + sy * (halfHeight + 4), BLACK);
        }
      }
  });

  it('respects the rotation of a video file', async () => {
    const frame = await drawClips(studio, [mediaClip('turned.mp4', { size: { width: 40, height: 80 } })]);
    const corners = [frame.at(8, 8), frame.at(32, 8), frame.at(8, 72), frame.at(32, 72)];
    // The display matrix that ffmpeg writes for `rotate=90` turns counter-clockwise.
    for (const [index, colour] of [GREEN, WHITE, RED, BLUE].entries())
      expect(distance(corners[index]!, colour), corners.join(' ')).to.be.at.most(6);
  });

  it('shows images of every kind upright', async () => {
    const sources = [
      'exif3.jpg',
      'exif6.jpg',
      'exif8.jpg',
      'quadrants.avif',
      'quadrants.tiff',
      'quadrants.bmp',
      'quadrants.svg',
    ];
    const clips = sources.map((source, index) =>
      mediaClip(source, {
        position: { x: (index % 4) * 50, y: Math.floor(index / 4) * 50 },
        size: { width: 40, height: 40 },
      }),
    );
    const frame = await drawClips(studio, clips);
    const upright: readonly Rgb[] = [RED, GREEN, BLUE, WHITE];
    const wanted: readonly (readonly Rgb[])[] = [
      [WHITE, BLUE, GREEN, RED],
      [BLUE, RED, WHITE, GREEN],
      [GREEN, WHITE, RED, BLUE],
      upright,
      upright,
      upright,
      upright,
    ];
    for (const [index, source] of sources.entries()) {
      const [x, y] = [(index % 4) * 50, Math.floor(index / 4) * 50];
      const corners = [
        frame.at(x + 8, y + 8),
        frame.at(x + 32, y + 8),
        frame.at(x + 8, y + 32),
        frame.at(x + 32, y + 32),
      ];
      for (const [corner, colour] of (wanted[index] ?? []).entries())
        expect(distance(corners[corner]!, colour), `${source}: ${corners.join(' ')}`).to.be.at.most(8);
    }
  });
});
