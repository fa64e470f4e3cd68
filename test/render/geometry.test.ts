import { writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import { compositionOf, drawFrame, openStudio, type Picture, type Studio } from '../support/render.js';

type Rgb = readonly [number, number, number];
const RED: Rgb = [255, 0, 0];
const GREEN: Rgb = [0, 255, 0];
const BLUE: Rgb = [0, 0, 255];
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const always = { start: 0, end: 1000 };

const distance = (a: Rgb, b: Rgb): number =>
  Math.max(...a.map((value, channel) => Math.abs(value - (b[channel] ?? 0))));
const expectColour = (
  picture: Pick<Picture, 'at'>,
  x: number,
  y: number,
  wanted: Rgb,
  tolerance = 4,
): void => {
  expect(
    distance(picture.at(x, y), wanted),
    `(${x}, ${y}) is ${picture.at(x, y).join()}, not ${wanted.join()}`,
  ).to.be.at.most(tolerance);
};

describe('Where a clip is drawn', function () {
  this.timeout(60_000);
  let studio: Studio;

  /** Quadrants: red, green above blue, white. */
  const quadrants = (width: number, height: number): Buffer => {
    const data = Buffer.alloc(width * height * 3);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        data.set(
          y < height / 2 ? (x < width / 2 ? RED : GREEN) : x < width / 2 ? BLUE : WHITE,
          (y * width + x) * 3,
        );
    return data;
  };

  before(async () => {
    studio = await openStudio();
    const image = sharp(quadrants(80, 40), { raw: { width: 80, height: 40, channels: 3 } });
    await image.png().toFile(`${studio.folder}/quadrants.png`);
    await studio.make(
      'quadrants.mp4',
      '-loop',
      '1',
      '-i',
      `${studio.folder}/quadrants.png`,
      '-t',
      '1',
      '-vf',
      'scale=out_color_matrix=bt709:flags=neighbor,format=yuv444p',
      '-c:v',
      'libx264',
      '-qp',
      '1',
      '-colorspace',
      'bt709',
    );
    await studio.make(
      'turned.mp4',
      '-i',
      `${studio.folder}/quadrants.mp4`,
      '-c',
      'copy',
      '-metadata:s:v',
      'rotate=90',
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
  after(() => studio.dispose());

  const draw = (clips: object[], canvas = { width: 200, height: 200 }): Promise<Picture> =>
    drawFrame(studio, compositionOf({ duration: 1000, canvas, backgroundColor: '#000000' }, clips), 0);
  const media = (source: string, clip: object) => ({
    type: source.endsWith('mp4') ? 'video' : 'image',
    source,
    timeFrame: always,
    ...clip,
  });
  interface Box {
    readonly position: { readonly x: number; readonly y: number };
    readonly size: { readonly width: number; readonly height: number };
    readonly transform?: object;
  }
  /** Draws each box with both sources, each in a cell of 200 × 200 of one canvas; the cells of each box, from its cell's corner. */
  const drawInCells = async (
    boxes: readonly Box[],
  ): Promise<ReadonlyArray<readonly [Pick<Picture, 'at'>, Pick<Picture, 'at'>]>> => {
    const clips = boxes.flatMap((box, column) =>
      ['quadrants.png', 'quadrants.mp4'].map((source, row) => {
        const position = { x: box.position.x + column * 200, y: box.position.y + row * 200 };
        return media(source, { ...box, position });
      }),
    );
    const frame = await draw(clips, { width: boxes.length * 200, height: 400 });
    const cell = (column: number, row: number): Pick<Picture, 'at'> => ({
      at: (x, y) => frame.at(column * 200 + x, row * 200 + y),
    });
    return boxes.map((_, column) => [cell(column, 0), cell(column, 1)] as const);
  };

  it('is size × scale at the position, to the pixel, on even and odd coordinates', async () => {
    const corners = [
      { x: 40, y: 60 },
      { x: 41, y: 61 },
      { x: 41, y: 60 },
      { x: 40, y: 61 },
    ];
    const cells = await drawInCells(
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

  it('is cut at the edges of the canvas', async () => {
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
      const frame = await draw(
        boxes.map(([source, x, y]) => media(source, { position: { x, y }, size: { width: 82, height: 42 } })),
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

  it('turns clockwise round the centre by quarters', async () => {
    const turns = [
      [90, BLUE, RED, WHITE, GREEN],
      [180, WHITE, BLUE, GREEN, RED],
      [270, GREEN, WHITE, RED, BLUE],
      [-90, GREEN, WHITE, RED, BLUE],
    ] as const;
    const cells = await drawInCells(
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

  it('turns by any angle with smooth edges', async () => {
    const [cells] = await drawInCells([
      { position: { x: 60, y: 80 }, size: { width: 80, height: 40 }, transform: { rotation: 30 } },
    ]);
    const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    const at = (u: number, v: number) =>
      [Math.round(99.5 + u * cos - v * sin), Math.round(99.5 + u * sin + v * cos)] as const;
    for (const frame of cells!) {
      for (const [u, v, colour] of [
        [-30, -12, RED],
        [30, -12, GREEN],
        [-30, 12, BLUE],
        [30, 12, WHITE],
      ] as const)
        expectColour(frame, ...at(u, v), colour, 8);
      for (const [u, v] of [
        [-43, 0],
        [43, 0],
        [0, -23],
        [0, 23],
      ] as const)
        expectColour(frame, ...at(u, v), BLACK, 8);
      // Across the white edge there are steps between black and white, and none is darker or lighter than both.
      const levels = new Set<number>();
      for (let u = 5; u < 35; u += 1) for (const v of [19.5, 20, 20.5]) levels.add(frame.at(...at(u, v))[1]);
      expect([...levels].filter((level) => level > 20 && level < 235)).to.have.length.of.at.least(5);
    }
  });

  it('honours the rotation a video file asks for', async () => {
    const frame = await draw([media('turned.mp4', { size: { width: 40, height: 80 } })]);
    const corners = [frame.at(8, 8), frame.at(32, 8), frame.at(8, 72), frame.at(32, 72)];
    // The display matrix that ffmpeg writes for `rotate=90` turns counter-clockwise.
    for (const [index, colour] of [GREEN, WHITE, RED, BLUE].entries())
      expect(distance(corners[index]!, colour), corners.join(' ')).to.be.at.most(6);
  });

  it('shows pictures of every kind upright', async () => {
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
      media(source, {
        position: { x: (index % 4) * 50, y: Math.floor(index / 4) * 50 },
        size: { width: 40, height: 40 },
      }),
    );
    const frame = await draw(clips);
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

  it('layers by z, ties in the order of the list', async () => {
    const box = (backgroundColor: string, z: number, x: number) => ({
      type: 'text',
      timeFrame: always,
      position: { x, y: 0, z },
      size: { width: 50, height: 50 },
      textProperties: { content: '', backgroundColor },
    });
    const frame = await draw([
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

  it('pads odd sides of the canvas with the background, and draws nothing there', async () => {
    const clips = [media('quadrants.mp4', { size: { width: 300, height: 300 } })];
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

  it('draws boxes far larger than the canvas', async () => {
    const turned = process.env['LONG_TESTS'] === '1' ? [0, 10] : [10];
    for (const source of ['quadrants.png', 'quadrants.mp4'])
      for (const rotation of turned)
        for (const [dx, dy, colour] of [
          [20_000, 10_000, RED],
          [-20_000, -10_000, WHITE],
        ] as const) {
          // The point that lies on the canvas once the box is turned.
          const angle = (rotation * Math.PI) / 180;
          const [x, y] = [
            dx * Math.cos(angle) - dy * Math.sin(angle),
            dx * Math.sin(angle) + dy * Math.cos(angle),
          ];
          const frame = await draw([
            media(source, {
              position: { x: x - 79_900, y: y - 39_900 },
              size: { width: 1600, height: 800 },
              transform: { scale: { x: 100, y: 100 }, rotation },
            }),
          ]);
          for (const [px, py] of [
            [5, 5],
            [195, 5],
            [100, 100],
            [5, 195],
            [195, 195],
          ] as const)
            expectColour(frame, px, py, colour, 6);
        }
  });
});
