import { readFileSync } from 'node:fs';
import { type CoveringPicture, coveringPictures } from '../../../workers/render/draw/covering-pictures.js';
import type { PictureFile, Scene } from '../../../workers/render/draw/scene.js';
import { isOpaque, type RgbaImage } from '../pictures/yuv.js';
import { MIN_SIDE, scaledPictures } from './scaled-pictures.js';

/** Frames that show only images, which cover them: the images are scaled, and nothing is drawn. */
export interface CoveringFrames {
  /** Such a frame as RGBA, overwritten by the next; undefined: it must be drawn. */
  readonly frame: (frame: number) => Uint8Array | undefined;
}

/** Maximum size of the pictures that are kept in memory for scaling, in bytes. */
const MOST_BYTES = 256 * 1024 * 1024;

/** @param frames the frames of an opaque scene that will be requested */
export const coveringFrames = (scene: Scene, frames: ReadonlyArray<number>): CoveringFrames => {
  const covering = new Map<number, ReadonlyArray<CoveringPicture>>();
  for (const frame of frames) {
    const pictures = scene.rect.width % 4 === 0 ? coveringPictures(scene, frame) : undefined;
    if (pictures) covering.set(frame, pictures);
  }
  const shown = [...new Set([...covering.values()].flat().map(({ picture }) => picture))];
  const read = readOpaque(shown.flatMap((index) => scene.pictures[index] ?? []));
  const indexOf = (picture: number): number => read.findIndex(({ file }) => file === scene.pictures[picture]);
  for (const [frame, pictures] of covering) {
    const placed = pictures.map((one) => ({ ...one, picture: indexOf(one.picture) }));
    if (placed.some(({ picture }) => picture < 0)) covering.delete(frame);
    else covering.set(frame, placed);
  }
  const scale =
    covering.size === 0
      ? undefined
      : scaledPictures(
          scene.rect,
          read.map(({ image }) => image),
        );
  return {
    frame: (frame) => {
      const pictures = covering.get(frame);
      return pictures && scale?.(pictures);
    },
  };
};

/** Reads those of the pictures that are opaque, until the memory for them is used up. */
const readOpaque = (
  files: ReadonlyArray<PictureFile>,
): ReadonlyArray<{ readonly file: PictureFile; readonly image: RgbaImage }> => {
  const read: { readonly file: PictureFile; readonly image: RgbaImage }[] = [];
  let room = MOST_BYTES;
  for (const file of files) {
    const { path, width, height } = file;
    if (Math.min(width, height) < MIN_SIDE || width * height * 4 > room) continue;
    const image = { width, height, data: readFileSync(path) };
    if (!isOpaque(image)) continue;
    read.push({ file, image });
    room -= image.data.length;
  }
  return read;
};
