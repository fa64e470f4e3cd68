import { composedPasses, type PiecePass, type PieceTarget } from './graph/graph.js';
import { repeatedCodec, type PictureCodec } from '../compose/picture-codec.js';
import { longestRun, stillPiece } from './repeated/still-piece.js';
import type { Rasters } from './graph/still-inputs.js';
import type { Piece, RenderPlan } from '../plan/plan.js';
import { NO_FILE } from '../ports/media-engine.js';

/** One pass, and the number of frames that it must write. */
export interface PassWork extends PiecePass {
  readonly frames: number;
}

/**
 * All work for a piece, decided before any of its frames is composed. `graph`: filters compose videos and pictures.
 * `drawn`: some inputs are scenes, which are drawn meanwhile. `repeated`: each picture is encoded once, and repeated.
 */
export interface PieceWork {
  readonly output: string;
  readonly passes: ReadonlyArray<PassWork>;
  readonly way: 'graph' | 'drawn' | 'repeated';
}

/** Plans a piece as repeated pictures if nothing moves, or else frame by frame. */
export const pieceWork = (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  target: PieceTarget,
): PieceWork =>
  repeatedWork(plan, piece, rasters, codec, target) ?? composedWork(plan, piece, rasters, codec, target);

/** Plans a piece that is composed frame by frame. */
export const composedWork = (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  target: PieceTarget,
): PieceWork => {
  const passes = composedPasses(plan, piece, rasters, codec, target).map((pass): PassWork => ({
    ...pass,
    frames: pass.request.outputs.at(-1)?.frames ?? 0,
  }));
  const isDrawn = passes.some(({ scenes }) => scenes.size > 0);
  return { way: isDrawn ? 'drawn' : 'graph', output: target.output, passes };
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
  const work = composedWork(plan, still.pictures, rasters, repeatedCodec(codec), target);
  const passes = work.passes.map((pass) => {
    const { outputs } = pass.request;
    const isLast = outputs.some(({ path }) => path === work.output);
    return isLast
      ? { ...pass, request: { ...pass.request, outputs: outputs.map((one) => ({ ...one, repeated })) } }
      : pass;
  });
  return { ...work, passes, way: 'repeated' };
};

/** Everything that determines the bytes of a piece, for its cache key. The clips that failures name do not. */
export const keyOf = ({ passes, ...work }: PieceWork): unknown => ({
  ...work,
  passes: passes.map(({ request }) => request),
});

/** The files that a pass reads. */
export const filesRead = ({ request }: PassWork): ReadonlyArray<string> =>
  request.inputs.flatMap((input) => {
    if (input._tag === 'Pages') return input.pages.map(({ path }) => path);
    if (input._tag !== 'Scene') return [input.path, ...(input.files ?? [])];
    const { pictures, feeds } = input.scene;
    return [
      ...pictures.flatMap(({ path }) => (path === NO_FILE ? [] : [path])),
      ...feeds.flatMap(({ decoded }) => decoded?.input.path ?? []),
    ];
  });
