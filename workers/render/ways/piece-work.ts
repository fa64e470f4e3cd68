import { composedPasses, type PiecePass, type PieceTarget } from './graph/graph.js';
import { repeatedCodec, type PictureCodec } from '../compose/picture-codec.js';
import { longestRun, stillPiece } from './repeated/still-piece.js';
import type { Rasters } from './graph/still-inputs.js';
import type { Piece, RenderPlan } from '../plan/plan.js';
import { NO_FILE } from '../ports/media-engine.js';

/** All work for a piece, decided before any of its frames is composed. */
export interface PieceWork {
  readonly passes: ReadonlyArray<PiecePass>;
  /** Whether each picture is encoded once, and repeated. */
  readonly isRepeated: boolean;
}

/** Plans a piece as repeated pictures if nothing moves, or else frame by frame. */
export const pieceWork = (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  target: PieceTarget,
): PieceWork =>
  repeatedWork(plan, piece, rasters, codec, target) ?? {
    passes: composedPasses(plan, piece, rasters, codec, target),
    isRepeated: false,
  };

const repeatedWork = (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  target: PieceTarget,
): PieceWork | undefined => {
  if (codec._tag !== 'H264' || codec.hardware !== undefined) return undefined;
  const still = stillPiece(plan, piece, rasters);
  if (!still) return undefined;
  const repeated = { shown: still.shown, most: longestRun(plan.rate), rate: plan.rate };
  const passes = composedPasses(plan, still.pictures, rasters, repeatedCodec(codec), target);
  return {
    passes: passes.map(({ request, ...pass }) => {
      const outputs = request.outputs.map((one) => (one.path === target.output ? { ...one, repeated } : one));
      return { ...pass, request: { ...request, outputs } };
    }),
    isRepeated: true,
  };
};

/** Everything that determines the bytes of a piece, for its cache key. The clips that failures name do not. */
export const keyOf = ({ passes }: PieceWork): unknown => passes.map(({ request }) => request);

export const filesRead = ({ request }: PiecePass): ReadonlyArray<string> =>
  request.inputs.flatMap((input) => {
    if (input._tag === 'Pages') return input.pages.map(({ path }) => path);
    if (input._tag !== 'Scene') return [input.path, ...(input.files ?? [])];
    const { pictures, feeds } = input.scene;
    return [
      ...pictures.flatMap(({ path }) => (path === NO_FILE ? [] : [path])),
      ...feeds.flatMap(({ decoded }) => decoded?.input.path ?? []),
    ];
  });
