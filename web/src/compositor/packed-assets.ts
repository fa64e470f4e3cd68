import * as E from 'fp-ts/lib/Either.js';
import { soundLevels, type SoundLevels } from '../../../domain/composition/sound-levels.js';
import { type ColorTable, readCube } from '../../../workers/render/draw/effects/color-table.js';
import type { PackedPicture, PackedPlayback } from '../../../workers/render/plan/packed-playback.js';
import { canvasSurface, type CanvasSurface } from './canvas-tools.js';

const inflated = async (bytes: Uint8Array): Promise<ArrayBuffer> => {
  const packed = new Blob([bytes.slice()]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream('deflate'))).arrayBuffer();
};

const loaded = async (
  { width, height, pixels }: PackedPicture,
  { bytesOf }: PackedPlayback,
): Promise<CanvasSurface> => {
  const surface = canvasSurface(width, height);
  const samples = new Uint8ClampedArray(await inflated(bytesOf(pixels)));
  const context = surface.context as unknown as OffscreenCanvasRenderingContext2D;
  context.putImageData(new ImageData(samples, width, height), 0, 0);
  return surface;
};

/** The pictures of a playback, each loaded once. */
export const picturesOf = (playback: PackedPlayback): Promise<ReadonlyArray<CanvasSurface>> => {
  const known = new Map<number, Promise<CanvasSurface>>();
  return Promise.all(
    playback.header.pictures.map((picture) => {
      const surface = known.get(picture.pixels.from) ?? loaded(picture, playback);
      known.set(picture.pixels.from, surface);
      return surface;
    }),
  );
};

/** The levels of the sounds that waveforms show. */
export const packedLevels = ({ header, bytesOf }: PackedPlayback): ReadonlyArray<SoundLevels> =>
  header.levels.map(({ values }) => soundLevels(new Float32Array(bytesOf(values).slice().buffer)));

/** The colour tables of filters, by URL. */
export const packedTables = ({ header, bytesOf }: PackedPlayback): ReadonlyMap<string, ColorTable> =>
  new Map(
    Object.entries(header.tables).flatMap(([url, blob]) => {
      const table = readCube(new TextDecoder().decode(bytesOf(blob)));
      return E.isRight(table) ? [[url, table.right] as const] : [];
    }),
  );
