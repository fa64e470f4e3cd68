import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import { encodingFailed, withClip, type FailureCause } from '../../../domain/render/failure-cause.js';
import type { EncoderFailure } from '../ports/media-encoder.js';
import type { ComposeFailure, ComposeRequest, ScenePart } from '../ports/media-engine.js';
import type { SceneClips } from '../ways/drawn/drawn-inputs.js';
import type { RenderContext } from './context.js';
import { decodingFailure, failureOf, FILE_LOST, isFileLost } from './failures.js';
import type { VideoLayer } from '../plan/layers.js';
import type { Piece } from '../plan/plan.js';
import { rawOutput } from '../compose/inputs.js';
import { sourceInput } from '../compose/source-input.js';

/** The number and the size of the frames to decode of a video, which only tests whether it can be decoded. */
const FRAMES = 8;
const SIDE = 64;

type BlameContext = Pick<RenderContext, 'folder' | 'signal' | 'engine' | 'series'>;

const decodesByItself = async (layer: VideoLayer, context: BlameContext): Promise<boolean> => {
  const { folder, engine } = context;
  const path = join(folder, 'decoded.raw');
  const request: ComposeRequest = {
    inputs: [sourceInput(layer).input],
    graph: `[0:${layer.video.stream}]scale=${SIDE}:${SIDE}[out]`,
    outputs: [rawOutput(path, FRAMES)],
  };
  let frames = 0;
  const onFrames = (count: number): void => void (frames = count);
  const result = await engine.compose(request, { ...context, onFrames })();
  await rm(path, { force: true });
  return result._tag === 'Right' && frames > 0;
};

/** The clip whose video makes a piece fail: the first that cannot be decoded alone, or the only one. */
const culpritClip = async (
  { layers }: Pick<Piece, 'layers'>,
  context: BlameContext,
): Promise<ClipPath | undefined> => {
  const videos = layers.filter((layer) => layer._tag === 'Video');
  for (const video of videos) if (!(await decodesByItself(video, context))) return video.clip;
  return videos.length === 1 ? videos[0]?.clip : undefined;
};

const PIECE_FAILED = encodingFailed('the picture could not be encoded');

/**
 * Why a piece could not be encoded, with the culprit clip if it can be found. Standard error is not evidence: its wording
 * is not an interface, and the content of a file can shape it.
 * @param files the files from which the piece is composed
 * @param scenes the clips of the inputs that are scenes, by the index of the input
 */
export const pieceFailure = async (
  failure: ComposeFailure,
  piece: Pick<Piece, 'layers'>,
  files: ReadonlyArray<string>,
  scenes: ReadonlyMap<number, SceneClips>,
  context: BlameContext,
): Promise<FailureCause> => {
  if (failure._tag === 'Stopped') return { _tag: 'Stopped' };
  if (isFileLost(files)) return FILE_LOST;
  const drawn = failure.at && sceneFailure(failure, failure.at, scenes);
  if (drawn) return drawn;
  const clip = await culpritClip(piece, context);
  return clip === undefined ? failureOf(failure, PIECE_FAILED) : decodingFailure(failure, clip);
};

/** Why a part of a scene could not be drawn. */
export const sceneFailure = (
  failure: EncoderFailure,
  at: ScenePart,
  scenes: ReadonlyMap<number, SceneClips>,
): FailureCause | undefined => {
  const clips = scenes.get(at.input);
  if (!clips) return undefined;
  const clip = 'node' in at ? clips.nodes[at.node] : clips.feeds[at.feed];
  if (clip === undefined) return undefined;
  return 'node' in at ? withClip(failureOf(failure, NOT_DRAWN), clip) : decodingFailure(failure, clip);
};

export const NOT_DRAWN: FailureCause = { _tag: 'DrawingFailed', message: 'the picture could not be drawn' };
