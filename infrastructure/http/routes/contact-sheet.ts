import type { Composition } from '../../../domain/composition/composition.js';
import { type Html, html } from '../contract/html.js';

// A contact sheet: frames at equal distances in time, in an SVG without scripts or external resources.

const COLUMNS = 3;
const ROWS = 2;
export const CELL = { width: 320, gap: 8, caption: 24 };

/** The times of the frames on a sheet, ms. */
export const timesWithin = (duration: number): ReadonlyArray<number> =>
  Array.from({ length: COLUMNS * ROWS }, (_, index) =>
    Math.floor((duration * (index + 0.5)) / (COLUMNS * ROWS)),
  );

const cell = (webp: Uint8Array, ms: number, index: number, height: number): Html => {
  const x = CELL.gap + (index % COLUMNS) * (CELL.width + CELL.gap);
  const y = CELL.gap + Math.floor(index / COLUMNS) * (height + CELL.caption);
  return html`<image
      x="${x}"
      y="${y}"
      width="${CELL.width}"
      height="${height}"
      href="data:image/webp;base64,${Buffer.from(webp).toString('base64')}"
    /><text x="${x}" y="${y + height + 16}" font-size="14">${(ms / 1000).toFixed(2)} s</text>`;
};

/** The sheet as a data URL. */
export const sheet = (
  { width, height }: Composition['metadata']['canvas'],
  times: ReadonlyArray<number>,
  pictures: ReadonlyArray<Uint8Array>,
): string => {
  const ratio = width === 'auto' || height === 'auto' ? 9 / 16 : height / width;
  const cellHeight = Math.round(CELL.width * ratio);
  const svg = html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${COLUMNS * (CELL.width + CELL.gap) + CELL.gap}"
    height="${ROWS * (cellHeight + CELL.caption) + CELL.gap}"
    font-family="sans-serif"
    fill="#808080"
  >
    ${pictures.map((picture, index) => cell(picture, times[index] ?? 0, index, cellHeight))}
  </svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg.text).toString('base64')}`;
};
