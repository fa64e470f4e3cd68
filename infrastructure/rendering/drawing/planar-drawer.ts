import { readFile } from 'node:fs/promises';
import type { FrameSpan } from '../../../domain/composition/timeline.js';
import { type CoveringPicture, coveringPictures } from '../../../workers/render/draw/covering-pictures.js';
import type { PictureFile, Scene } from '../../../workers/render/draw/scene.js';
import { planarFrames } from './planar-frames.js';
import { isOpaque, type RgbaImage } from '../pictures/yuv.js';
import { LEAST_SIDE, scaledPictures } from './scaled-pictures.js';

/** Makes opaque frames of a scene in planar YUV; each is overwritten by the next but one. */
export interface PlanarDrawer {
  /** A frame of nothing but images that fill it, which are scaled without being drawn; undefined: it must be drawn. */
  readonly scaled: (frame: number) => Uint8Array | undefined;
  /** Whether no frame must be drawn. */
  readonly scalesAll: boolean;
  /** A drawn frame, from its pixels. */
  readonly converted: (rgba: Uint8Array) => Uint8Array;
}

/** How many bytes of pictures are held to be scaled, at most. */
const MOST_BYTES = 256 * 1024 * 1024;

/** @param frames those that will be made */
export const planarDrawer = async (scene: Scene, frames: FrameSpan): Promise<PlanarDrawer> => {
  const covering = new Map<number, ReadonlyArray<CoveringPicture>>();
  for (let frame = frames.from; frame < frames.to; frame += 1) {
    const pictures = coveringPictures(scene, frame);
    if (pictures) covering.set(frame, pictures);
  }
  const shown = [...new Set([...covering.values()].flat().map(({ picture }) => picture))];
  const read = await readOpaque(shown.flatMap((index) => scene.pictures[index] ?? []));
  const scaling = scaledPictures(
    scene.rect,
    read.map(({ image }) => image),
  );
  const planar = planarFrames(scene.rect, scaling.bytes);
  const rowsOf = scaling.open(planar.memory);
  const placeOf = (picture: number): number => read.findIndex(({ file }) => file === scene.pictures[picture]);
  for (const [frame, pictures] of covering) {
    const placed = pictures.map((one) => ({ ...one, picture: placeOf(one.picture) }));
    if (placed.some(({ picture }) => picture < 0)) covering.delete(frame);
    else covering.set(frame, placed);
  }
  return {
    converted: planar.fromPixels,
    scaled: (frame) => {
      const pictures = covering.get(frame);
      return pictures && planar.fromRows(rowsOf(pictures));
    },
    scalesAll: covering.size === frames.to - frames.from,
  };
};

/** The opaque ones of some pictures, as far as there is room for them. */
const readOpaque = async (
  files: ReadonlyArray<PictureFile>,
): Promise<ReadonlyArray<{ readonly file: PictureFile; readonly image: RgbaImage }>> => {
  const read: { readonly file: PictureFile; readonly image: RgbaImage }[] = [];
  let room = MOST_BYTES;
  for (const file of files) {
    const { path, width, height } = file;
    if (Math.min(width, height) < LEAST_SIDE || width * height * 4 > room) continue;
    const image = { width, height, data: await readFile(path) };
    if (!isOpaque(image)) continue;
    read.push({ file, image });
    room -= image.data.length;
  }
  return read;
};
