import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { BT709, colorArgument, flat, makeMedia } from './make-media.js';

/** Things on this machine that no hostile file may reach, each in the canary colour. */
export interface Canaries {
  readonly folder: string;
  readonly png: string;
  readonly svg: string;
  readonly mp4: string;
  readonly text: string;
  /** URL of a server that counts connections. */
  readonly url: string;
  readonly port: number;
}

/** The colour of everything in a canary file, and of nothing else. */
export const CANARY_COLOR = { r: 255, g: 0, b: 200 } as const;

/** Puts canary files into a folder. */
export const layCanaries = async (folder: string, port: number): Promise<Canaries> => {
  const inFolder = (name: string) => join(folder, name);
  const canaries: Canaries = {
    folder,
    png: inFolder('canary.png'),
    svg: inFolder('canary.svg'),
    mp4: inFolder('canary.mp4'),
    text: inFolder('canary.txt'),
    url: `http://127.0.0.1:${port}`,
    port,
  };
  const color = colorArgument(CANARY_COLOR);
  await sharp({ create: { width: 64, height: 64, channels: 3, background: CANARY_COLOR } }).toFile(
    canaries.png,
  );
  const shape = `<rect id="canary" width="64" height="64" fill="#${color.slice(2)}"/>`;
  await writeFile(
    canaries.svg,
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${shape}</svg>`,
  );
  await writeFile(
    canaries.mp4,
    await makeMedia(folder, 'making.mp4', [...flat(color), '-c:v', 'libx264', ...BT709]),
  );
  await writeFile(canaries.text, 'canary '.repeat(100));
  return canaries;
};
