import { spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HARMLESS_COLOR } from './hostile-case.js';
import { lavfi } from '../../support/renders/lavfi.js';

const hex = ({ r, g, b }: { r: number; g: number; b: number }): string =>
  `0x${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;

/** An ffmpeg source that shows one colour. */
export const flat = (color = hex(HARMLESS_COLOR), size = '64x64', seconds = 1): ReadonlyArray<string> =>
  // Matrix and range are named; otherwise the colour would change.
  lavfi(
    `color=${color}:s=${size}:r=25:d=${seconds},scale=out_color_matrix=bt709:out_range=tv,format=yuv420p`,
  );

/** Options without spaces in them. */
export const options = (text: string): ReadonlyArray<string> => text.split(' ');

export const BT709 = options('-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv');

/** Encoder settings of videos. */
export const H264 = [...options('-c:v libx264 -preset ultrafast'), ...BT709];

/** An ffmpeg source that sounds a tone. */
export const tone = (rate = 48_000, seconds = 1): ReadonlyArray<string> =>
  lavfi(`sine=440:r=${rate}:d=${seconds}`);

/** Runs ffmpeg to create a hostile file; returns its path. */
export const makeMedia = async (
  folder: string,
  name: string,
  args: ReadonlyArray<string>,
): Promise<Buffer> => {
  const file = join(folder, name);
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args, file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ffmpeg could not make ${name}: ${stderr}`);
  const content = await readFile(file);
  await rm(file);
  return content;
};

/** What makes files of ffmpeg in a folder when they are used. */
export const mediaMaker =
  (folder: string) =>
  (name: string, ...args: ReadonlyArray<string>) => ({ make: () => makeMedia(folder, name, args) });

export const colorArgument = hex;
