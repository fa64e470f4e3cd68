import { join } from 'node:path';
import { type DrawnWork, drawnWork } from '../../compose/drawn-work.js';
import { piecePasses } from '../../compose/graph.js';
import {
  type H264Codec,
  heldCodec,
  keyFrameDistance,
  type PictureCodec,
} from '../../compose/picture-codec.js';
import type { Rasters } from '../../compose/still-inputs.js';
import { type StillPiece, stillPiece } from '../../compose/still-piece.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import type { RenderContext } from '../context.js';
import { inParallel } from '../tasks/in-parallel.js';
import { madeAt, NO_REUSE } from './reuse.js';

/** A piece, and whether its file is there: an earlier render made it, or it was copied. */
export interface LookedUpPiece {
  readonly output: string;
  readonly key: string | undefined;
  readonly isTaken: boolean;
  /** What was noted with it, if it was taken. */
  readonly note?: unknown;
  /** Under what a note of it is remembered if it was copied: its file is not kept. */
  readonly noteKey?: string | undefined;
}

/** The files of pieces, in order. */
export const filesOf = (pieces: ReadonlyArray<LookedUpPiece>): ReadonlyArray<string> =>
  pieces.map(({ output }) => output);

const PARALLEL_LOOKUPS = 8;

/**
 * Takes the pieces that earlier renders made.
 * @param rasters what is known of them: their files need not exist
 * @param copied the files of pieces that were copied from their sources, by their number
 */
export const takePieces = (
  plan: RenderPlan,
  rasters: Rasters,
  codec: PictureCodec,
  { folder, signal, reuse = NO_REUSE }: RenderContext,
  copied: ReadonlyMap<number, string> = new Map(),
): Promise<ReadonlyArray<LookedUpPiece>> =>
  inParallel(plan.pieces, PARALLEL_LOOKUPS, signal, async (piece, _, index) => {
    const file = copied.get(index);
    if (file !== undefined) {
      const noteKey = await reuse.keyOf('copied frames', piece.copied);
      return { output: file, key: undefined, isTaken: true, noteKey, note: await reuse.recall(noteKey) };
    }
    const output = join(folder, `piece-${index}.${codec._tag === 'Lossless' ? 'nut' : 'mp4'}`);
    // Drivers are no part of the identity of the renderer, and what another driver encoded may not join.
    const key =
      codec._tag === 'H264' && codec.hardware === undefined
        ? await reuse.keyOf('piece', pieceSettings(plan, piece, rasters, codec, folder))
        : undefined;
    const taken = await reuse.take(key, output);
    if (taken) reuse.countFrames(piece.span.to - piece.span.from);
    return { output, key, isTaken: taken !== undefined, ...taken };
  });

/** All that makes an encoded piece what it is: the passes that encode it, with what is drawn and decoded for them. */
const pieceSettings = (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  folder: string,
): unknown => {
  const target = { output: madeAt(folder, '.mp4'), stem: madeAt(folder, '') };
  const still = asStill(plan, piece, rasters, codec);
  const { pictures = piece, shown, codec: chosen = codec } = still ?? {};
  const passes = piecePasses(plan, pictures, rasters, chosen, target).map(
    ({ request, lists, drawn, fed }) => ({
      request,
      lists,
      work: withoutClips(drawnWork(drawn, fed, rasters, plan.rate)),
    }),
  );
  return { passes, ...(shown ? { shown } : {}) };
};

/** The clips whose videos are decoded change no frame, and have other paths where one was inserted before them. */
const withoutClips = ({ feeds, ...work }: DrawnWork): unknown => ({
  ...work,
  feeds: feeds.map(({ pipe, commands }) => ({ pipe, commands })),
});

/** A piece as pictures that are each encoded once, if it can be made of them. */
export const asStill = (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
): (StillPiece & { readonly codec: H264Codec }) | undefined => {
  if (codec._tag !== 'H264' || codec.hardware !== undefined) return undefined;
  const distance = keyFrameDistance(plan.rate);
  const still = stillPiece(plan, piece, rasters, { least: distance / 2, most: 2 * distance });
  return still && { ...still, codec: heldCodec(codec) };
};

/** The layer sources that some pieces show. */
export const shownSources = (pieces: ReadonlyArray<Piece>): ReadonlySet<number> =>
  new Set([
    BACKGROUND,
    ...pieces.flatMap(({ layers }) =>
      layers.flatMap((layer): ReadonlyArray<number> => {
        switch (layer._tag) {
          case 'Pictures':
            return [layer.layerSource];
          case 'Video':
            return layer.mask === undefined ? [] : [layer.mask];
          case 'Drawn':
            return layer.scene.pictures.map(({ layerSource }) => layerSource);
        }
      }),
    ),
  ]);

/** The index of the background among the layer sources. */
const BACKGROUND = 0;
