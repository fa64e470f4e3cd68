import { expect } from 'chai';
import {
  BLACK,
  BLUE,
  GREEN,
  RED,
  WHITE,
  drawClips,
  drawInCells,
  expectColour,
  makeQuadrants,
  mediaClip,
} from '../support/pictures/quadrants.js';
import { compositionOf, drawFrame, studioForSuite } from '../support/renders/render.js';

describe('The box of a clip', () => {
  const studio = studioForSuite();

  before(async () => {
    await makeQuadrants(studio);
  });

  it('is size × scale at the position, to the pixel, on even and odd coordinates', async () => {
    const corners = [
      { x: 40, y: 60 },
      { x: 41, y: 61 },
      { x: 41, y: 60 },
      { x: 40, y: 61 },
    ];
    const cells = await drawInCells(
      studio,
      corners.map((position) => ({
        position,
        size: { width: 41, height: 30 },
        transform: { scale: { x: 2, y: 1.5 } },
      })),
    );
    for (const [index, { x, y }] of corners.entries())
      for (const frame of cells[index]!) {
        const [right, bottom] = [x + 82, y + 45];
        for (const [px, py, colour] of [
          [x + 10, y + 10, RED],
          [right - 10, y + 10, GREEN],
          [x + 10, bottom - 10, BLUE],
          [right - 10, bottom - 10, WHITE],
        ] as const)
          expectColour(frame, px, py, colour);
        for (const [px, py] of [
          [x - 4, y + 10],
          [right + 3, y + 10],
          [x + 10, y - 4],
          [x + 10, bottom + 3],
        ] as const)
          expectColour(frame, px, py, BLACK, 8);
        // Luma ends exactly at the box, whatever the parity: white against black.
        expect(frame.at(right - 1, bottom - 10)[1], 'last column').to.be.at.least(250);
        expect(frame.at(right, bottom - 10)[1], 'first column beyond').to.be.at.most(5);
        expect(frame.at(right - 10, bottom - 1)[1], 'last row').to.be.at.least(250);
        expect(frame.at(right - 10, bottom)[1], 'first row beyond').to.be.at.most(5);
      }
  });

  it('is clipped at the edges of the canvas', async () => {
    for (const sources of [
      ['quadrants.png', 'quadrants.mp4'],
      ['quadrants.mp4', 'quadrants.png'],
    ] as const) {
      const boxes = [
        [sources[0], -41, -21],
        [sources[1], 159, -21],
        [sources[1], -41, 179],
        [sources[0], 159, 179],
      ] as const;
      const frame = await drawClips(
        studio,
        boxes.map(([source, x, y]) =>
          mediaClip(source, { position: { x, y }, size: { width: 82, height: 42 } }),
        ),
      );
      for (const [x, y, colour] of [
        [20, 10, WHITE],
        [180, 10, BLUE],
        [20, 190, GREEN],
        [180, 190, RED],
        [60, 190, BLACK],
        [20, 170, BLACK],
        [140, 10, BLACK],
        [180, 30, BLACK],
      ] as const)
        expectColour(frame, x, y, colour);
    }
  });

  it('is above boxes with a lower z, and above earlier ones with the same z', async () => {
    const box = (backgroundColor: string, z: number, x: number) => ({
      type: 'text',
      timeFrame: { start: 0, end: 1000 },
      position: { x, y: 0, z },
      size: { width: 50, height: 50 },
      textProperties: { content: '', backgroundColor },
    });
    const frame = await drawClips(studio, [
      box('#FF0000', 2, 0),
      box('#00FF00', 1, 0),
      box('#0000FF', 1, 0),
      box('#FF0000', 0, 100),
      box('#00FF00', 1, 100),
      box('#0000FF', 1, 100),
    ]);
    expectColour(frame, 25, 25, RED);
    expectColour(frame, 125, 25, BLUE);
  });

  it('does not extend into the padding of a canvas with odd sides, which has the background colour', async () => {
    const clips = [mediaClip('quadrants.mp4', { size: { width: 300, height: 300 } })];
    const frame = await drawFrame(
      studio,
      compositionOf(
        { duration: 1000, canvas: { width: 101, height: 51 }, backgroundColor: '#00FF00' },
        clips,
      ),
      0,
    );
    expect([frame.width, frame.height]).to.deep.equal([102, 52]);
    expectColour(frame, 98, 48, RED, 6);
    // The luma of the pad is the background's; its colour is shared with the neighbouring column.
    expect(frame.at(101, 51)[1]).to.be.at.least(120);
  });
});
