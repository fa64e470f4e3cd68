import type { Canvas } from '../../../domain/composition/composition.js';
import { FILTER_ROWS, planarRows } from './planar-rows.js';

const PAGE_BYTES = 65_536;

/** How many converted frames are kept: one may be written while another is made. */
const FRAMES = 2;

/** Makes frames of planar YUV. Each is overwritten by the next but one. */
export interface PlanarFrames {
  readonly memory: WebAssembly.Memory;
  /** A frame from its pixels, RGBA. */
  readonly fromPixels: (rgba: Uint8Array) => Uint8Array;
  /** A frame from rows of RGBA, which are written to an address in the memory when they are needed. */
  readonly fromRows: (write: (y: number, address: number) => void) => Uint8Array;
}

/**
 * Converts opaque frames of RGBA to planar YUV 4:2:0 of BT.709 in limited range, bit for bit as ffmpeg's swscale does
 * with `bicubic+accurate_rnd+full_chroma_int`. The width must be a multiple of 8, the height of 2.
 * @param reserved bytes at the start of the memory that are left to what writes the rows
 */
export const planarFrames = ({ width, height }: Canvas, reserved = 0): PlanarFrames => {
  const pixels = width * height;
  const frameBytes = pixels * 1.5;
  const rowBytes = width * 2;
  const rgbaAt = reserved;
  const rowsAt = rgbaAt + width * 4;
  const framesAt = rowsAt + FILTER_ROWS * rowBytes;
  const bytes = framesAt + FRAMES * frameBytes;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const all = new Uint8Array(memory.buffer);
  const { row, halve } = planarRows(memory);
  /** Where the differences of a row are: those of the nearest row if there is none. */
  const differencesOf = (y: number): number =>
    rowsAt + (Math.max(0, Math.min(height - 1, y)) % FILTER_ROWS) * rowBytes;
  let frame = 0;
  const fromRows: PlanarFrames['fromRows'] = (write) => {
    const luma = framesAt + frame * frameBytes;
    const blue = luma + pixels;
    const red = blue + pixels / 4;
    const convert = (y: number): void => {
      write(y, rgbaAt);
      row(rgbaAt, rgbaAt + width * 4, luma + y * width, differencesOf(y));
    };
    let converted = 0;
    for (let y = 0; y < height; y += 2) {
      for (; converted < Math.min(height, y + FILTER_ROWS / 2 + 1); converted += 1) convert(converted);
      const rows = Array.from({ length: FILTER_ROWS }, (_, index) =>
        differencesOf(y + 1 - FILTER_ROWS / 2 + index),
      );
      const [first = 0] = rows;
      const at = (y / 2) * (width / 2);
      halve(...rows, first + rowBytes, blue + at, red + at);
    }
    frame = (frame + 1) % FRAMES;
    return all.subarray(luma, luma + frameBytes);
  };
  return {
    memory,
    fromRows,
    fromPixels: (rgba) =>
      fromRows((y, address) => all.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), address)),
  };
};
