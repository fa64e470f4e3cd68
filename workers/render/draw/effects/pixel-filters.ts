import type { ChromaKey } from '../../../../domain/composition/fields/effects.js';
import { parseColor } from '../../../../domain/composition/color.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import { type ColorTable, lookUpColor } from './color-table.js';
import type { Box } from '../context.js';

// Filters that the Canvas 2D API does not have. They change RGBA samples in place, not premultiplied.

type Samples = Uint8ClampedArray;

/** How far a full vignette darkens the corners. */
const VIGNETTE_DEPTH = 0.8;

/** Darkens the corners of the box as a lens does, by cos⁴ of the angle of incidence; `amount` is the strength, 0–1. */
export const vignette = (data: Samples, { width, height }: Canvas, box: Box, amount: number): void => {
  const [halfWidth, halfHeight] = [(box.width - 1) / 2, (box.height - 1) / 2];
  const [cx, cy] = [box.x + halfWidth, box.y + halfHeight];
  const far = halfWidth * halfWidth + halfHeight * halfHeight || 1;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      const distance = ((x - cx) ** 2 + (y - cy) ** 2) / far;
      const cosine = 1 / (1 + distance);
      scale(data, at, 1 - amount * VIGNETTE_DEPTH * (1 - cosine * cosine) * (4 / 3));
    }
};

const scale = (data: Samples, at: number, factor: number): void => {
  data[at] = (data[at] ?? 0) * factor;
  data[at + 1] = (data[at + 1] ?? 0) * factor;
  data[at + 2] = (data[at + 2] ?? 0) * factor;
};

/** The maximum change of a sample by noise of full strength, in levels. */
const NOISE_DEPTH = 64;

/** Adds grey noise, different for each frame and the same on every machine (xorshift32, Marsaglia 2003). */
export const noise = (data: Samples, amount: number, frame: number): void => {
  let seed = (Math.imul(frame + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  for (let at = 0; at < data.length; at += 4) {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    const grain = ((seed >>> 0) / 2 ** 31 - 1) * NOISE_DEPTH * amount;
    data[at] = (data[at] ?? 0) + grain;
    data[at + 1] = (data[at + 1] ?? 0) + grain;
    data[at + 2] = (data[at + 2] ?? 0) + grain;
  }
};

/** A neighbour's value, weighted by its alpha: a transparent one counts as the pixel itself. */
const visibleValue = (there: number, alpha: number, here: number): number =>
  alpha === 255 ? there : here + ((there - here) * alpha) / 255;

/** Unsharp masking with the four neighbours. Beyond an edge, the edge pixel counts as its own neighbour. */
export const sharpen = (data: Samples, width: number, height: number, amount: number): void => {
  const before = data.slice();
  const row = width * 4;
  for (let y = 0, at = 0; y < height; y += 1) {
    const up = y > 0 ? row : 0;
    const down = y < height - 1 ? row : 0;
    for (let x = 0; x < width; x += 1, at += 4) {
      const left = x > 0 ? 4 : 0;
      const right = x < width - 1 ? 4 : 0;
      for (let channel = at; channel < at + 3; channel += 1) {
        const here = before[channel] ?? 0;
        const around =
          visibleValue(before[channel - left] ?? 0, before[at + 3 - left] ?? 0, here) +
          visibleValue(before[channel + right] ?? 0, before[at + 3 + right] ?? 0, here) +
          visibleValue(before[channel - up] ?? 0, before[at + 3 - up] ?? 0, here) +
          visibleValue(before[channel + down] ?? 0, before[at + 3 + down] ?? 0, here);
        data[channel] = here + amount * (here - around / 4) * 2;
      }
    }
  }
};

/** The change of red and blue by a full change of temperature. */
const TEMPERATURE_DEPTH = 0.3;

/** A positive amount is warmer (more red, less blue), a negative one colder. */
export const temperature = (data: Samples, amount: number): void => {
  const [red, blue] = [1 + amount * TEMPERATURE_DEPTH, 1 - amount * TEMPERATURE_DEPTH];
  for (let at = 0; at < data.length; at += 4) {
    data[at] = (data[at] ?? 0) * red;
    data[at + 2] = (data[at + 2] ?? 0) * blue;
  }
};

/** Maps every colour through a colour table. */
export const applyColorTable = (data: Samples, table: ColorTable): void => {
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = lookUpColor(
      table,
      (data[at] ?? 0) / 255,
      (data[at + 1] ?? 0) / 255,
      (data[at + 2] ?? 0) / 255,
    );
    data[at] = r * 255;
    data[at + 1] = g * 255;
    data[at + 2] = b * 255;
  }
};

/** Cb and Cr of BT.601, from -0.5 to 0.5, which compare colours independently of brightness. */
const chromaOf = (r: number, g: number, b: number): readonly [number, number] => [
  (-0.168736 * r - 0.331264 * g + 0.5 * b) / 255,
  (0.5 * r - 0.418688 * g - 0.081312 * b) / 255,
];

/** The chroma distance beyond the key within which spill is removed. */
const SPILL_REACH = 0.3;

/** Makes the key colour and similar colours transparent, and removes its spill from the rest. */
export const chromaKey = (data: Samples, { color, similarity, blend, spill }: ChromaKey): void => {
  const { r: keyR, g: keyG, b: keyB } = parseColor(color);
  const [keyCb, keyCr] = chromaOf(keyR, keyG, keyB);
  const strongest = keyG >= keyR && keyG >= keyB ? 1 : keyB >= keyR ? 2 : 0;
  const [one, other] = [(strongest + 1) % 3, (strongest + 2) % 3];
  for (let at = 0; at < data.length; at += 4) {
    const [cb, cr] = chromaOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    const distance = Math.hypot(cb - keyCb, cr - keyCr);
    const opacity = blend > 0 ? (distance - similarity) / blend : distance > similarity ? 1 : 0;
    data[at + 3] = (data[at + 3] ?? 0) * Math.min(1, Math.max(0, opacity));
    if (!spill || distance > similarity + blend + SPILL_REACH) continue;
    const most = ((data[at + one] ?? 0) + (data[at + other] ?? 0)) / 2;
    data[at + strongest] = Math.min(data[at + strongest] ?? 0, most);
  }
};
