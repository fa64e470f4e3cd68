import { writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { type Picture } from './decoded-media.js';
import { compositionOf, drawFrame, type Studio } from '../renders/render.js';

export type Rgb = readonly [number, number, number];
export const RED: Rgb = [255, 0, 0];
export const GREEN: Rgb = [0, 255, 0];
export const BLUE: Rgb = [0, 0, 255];
export const WHITE: Rgb = [255, 255, 255];
export const BLACK: Rgb = [0, 0, 0];

/** The largest difference between two colours in any channel. */
export const distance = (a: Rgb, b: Rgb): number =>
  Math.max(...a.map((value, channel) => Math.abs(value - (b[channel] ?? 0))));

/** Asserts that a pixel has a colour, within a tolerance. */
export const expectColour = (
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

/**
 * A picture of 80 × 40 pixels with red and green quadrants above blue and white ones, which reveals every rotation and
 * mirroring.
 */
export const quadrants = (): Sharp => {
  const [width, height] = [80, 40];
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data.set(
        y < height / 2 ? (x < width / 2 ? RED : GREEN) : x < width / 2 ? BLUE : WHITE,
        (y * width + x) * 3,
      );
  return sharp(data, { raw: { width, height, channels: 3 } });
};

/** Creates that picture in a studio as `quadrants.png`, and as `quadrants.mp4`, one second long. */
export const makeQuadrants = async (studio: Studio): Promise<void> => {
  const png = `${studio.folder}/quadrants.png`;
  await writeFile(png, await quadrants().png().toBuffer());
  await studio.make(
    'quadrants.mp4',
    '-loop',
    '1',
    '-i',
    png,
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
};

/** An image or video clip that is visible throughout. */
export const mediaClip = (source: string, clip: object): object => ({
  type: source.endsWith('mp4') ? 'video' : 'image',
  source,
  timeFrame: { start: 0, end: 1000 },
  ...clip,
});

/** Draws clips on black. */
export const drawClips = (
  studio: Studio,
  clips: ReadonlyArray<object>,
  canvas = { width: 200, height: 200 },
): Promise<Picture> =>
  drawFrame(studio, compositionOf({ duration: 1000, canvas, backgroundColor: '#000000' }, clips), 0);

export interface Box {
  readonly position: { readonly x: number; readonly y: number };
  readonly size: { readonly width: number; readonly height: number };
  readonly transform?: object;
}

/**
 * Draws each box with the picture and with the video, each in a cell of 200 × 200 of one canvas; returns the cells of
 * each box, with pixel coordinates relative to the cell.
 */
export const drawInCells = async (
  studio: Studio,
  boxes: readonly Box[],
): Promise<ReadonlyArray<readonly [Pick<Picture, 'at'>, Pick<Picture, 'at'>]>> => {
  const clips = boxes.flatMap((box, column) =>
    ['quadrants.png', 'quadrants.mp4'].map((source, row) => {
      const position = { x: box.position.x + column * 200, y: box.position.y + row * 200 };
      return mediaClip(source, { ...box, position });
    }),
  );
  const frame = await drawClips(studio, clips, { width: boxes.length * 200, height: 400 });
  const cell = (column: number, row: number): Pick<Picture, 'at'> => ({
    at: (x, y) => frame.at(column * 200 + x, row * 200 + y),
  });
  return boxes.map((_, column) => [cell(column, 0), cell(column, 1)] as const);
};
