import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { FrameRate } from '../../../domain/composition/timeline.js';
import { composedPasses, type PieceTarget } from './graph/graph.js';
import { type DrawnWork, drawnWork } from './drawn/drawn-work.js';
import { heldCodec, type PictureCodec } from '../compose/picture-codec.js';
import { mostHeld, stillPiece } from './held/still-piece.js';
import type { ShownPicture } from './held/hold-pictures.js';
import type { PageList, Rasters } from './graph/still-inputs.js';
import type { Piece, RenderPlan } from '../plan/plan.js';
import type { ComposeRequest } from '../ports/media-engine.js';

/** What is composed in one pass, and what runs alongside to feed it. */
export interface PassWork extends DrawnWork {
  readonly request: ComposeRequest;
  /** They must be written before. */
  readonly lists: ReadonlyArray<PageList>;
  /** How many frames it must write. */
  readonly frames: number;
  /** The clips of the nodes of each drawing job. */
  readonly clips: ReadonlyArray<ReadonlyArray<ClipPath>>;
}

/** Encoded pictures that become a piece, each shown for some frames. */
export interface HeldPictures {
  readonly shown: ReadonlyArray<ShownPicture>;
  /** The most frames from a key frame to the next. */
  readonly most: number;
  readonly rate: FrameRate;
}

/**
 * All that makes a piece, decided before any of its frames is composed. `graph`: filters compose playing videos and
 * pictures. `drawn`: frames that are drawn or decoded alongside are among them. `held`: each picture is encoded once.
 */
export type PieceWork = { readonly output: string; readonly passes: ReadonlyArray<PassWork> } & (
  { readonly way: 'graph' | 'drawn' } | { readonly way: 'held'; readonly held: HeldPictures }
);

/** Plans how a piece is made: as pictures that are held where nothing moves, or composed frame by frame. */
export const pieceWork = (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  target: PieceTarget,
): PieceWork =>
  heldWork(plan, piece, rasters, codec, target) ?? composedWork(plan, piece, rasters, codec, target);

/** Plans how a piece is composed frame by frame. */
export const composedWork = (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  target: PieceTarget,
): PieceWork => {
  const passes = composedPasses(plan, piece, rasters, codec, target).map(
    ({ request, lists, drawn }): PassWork => ({
      request,
      lists,
      frames: request.outputs.at(-1)?.frames ?? 0,
      ...drawnWork(drawn, rasters, plan.rate),
      clips: drawn.map(({ layer }) => layer.clips),
    }),
  );
  const isFed = passes.some(({ pipes }) => pipes.length > 0);
  return { way: isFed ? 'drawn' : 'graph', output: target.output, passes };
};

const heldWork = (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  { output, stem }: PieceTarget,
): PieceWork | undefined => {
  if (codec._tag !== 'H264' || codec.hardware !== undefined) return undefined;
  const still = stillPiece(plan, piece, rasters);
  if (!still) return undefined;
  const target = { output: `${stem}.pictures.mp4`, stem };
  const { passes } = composedWork(plan, still.pictures, rasters, heldCodec(codec), target);
  return {
    way: 'held',
    output,
    passes,
    held: { shown: still.shown, most: mostHeld(plan.rate), rate: plan.rate },
  };
};

/** All that decides the bytes of a piece. */
export const keyOf = ({ passes, ...work }: PieceWork): unknown => ({
  ...work,
  passes: passes.map(({ request, lists, pipes, feeds, jobs }) => ({
    request,
    lists,
    pipes,
    // The clips whose videos are decoded change no frame, and have other paths where one was inserted before them.
    feeds: feeds.map(({ pipe, request }) => ({ pipe, request })),
    jobs,
  })),
});

/** The files that a pass reads. */
export const filesOf = ({ request, jobs }: PassWork): ReadonlyArray<string> => [
  ...request.inputs.flatMap(({ path, files = [] }) => [path, ...files]),
  ...jobs.flatMap(({ scene }) => scene.pictures.map(({ path }) => path)),
];
