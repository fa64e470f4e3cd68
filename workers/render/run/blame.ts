import type { ClipPath } from '../../../domain/composition/clip-paths.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import type { EncoderFailure, MediaEncoder } from '../ports/media-encoder.js';
import { decodingFailure, failureOf } from './failures.js';
import type { VideoLayer } from '../plan/layers.js';
import type { Piece } from '../plan/plan.js';
import { sourceInput } from '../compose/source-input.js';

/** How many frames a video must give when decoded alone, and their size: only whether it can be decoded is asked. */
const FRAMES = 8;
const SIDE = 64;

const decodesByItself = async (
  layer: VideoLayer,
  encoder: MediaEncoder,
  signal: AbortSignal,
): Promise<boolean> => {
  const command = {
    inputs: [sourceInput(layer).input],
    filterGraph: undefined,
    outputOptions: [
      '-map',
      `0:${layer.video.stream}`,
      '-frames:v',
      String(FRAMES),
      '-vf',
      `scale=${SIDE}:${SIDE}`,
      '-f',
      'null',
    ],
    output: '-',
  };
  let frames = 0;
  const result = await encoder.run(command, { signal, onFrames: (count) => (frames = count) })();
  return result._tag === 'Right' && frames > 0;
};

/** The clip whose video makes a piece fail: the first that can't be decoded alone, else the only one there is. */
const culpritClip = async (
  { layers }: Piece,
  encoder: MediaEncoder,
  signal: AbortSignal,
): Promise<ClipPath | undefined> => {
  const videos = layers.filter((layer) => layer._tag === 'Video');
  for (const video of videos) if (!(await decodesByItself(video, encoder, signal))) return video.clip;
  return videos.length === 1 ? videos[0]?.clip : undefined;
};

const PIECE_FAILED: FailureCause = {
  _tag: 'EncodingFailed',
  message: 'the picture could not be encoded',
  retryable: false,
};

/**
 * Why a piece could not be encoded, with the culprit clip where one can be found. What ffmpeg writes to standard error
 * is not read for it: its wording is not an interface, and a file's content could shape it.
 */
export const pieceFailure = async (
  failure: EncoderFailure,
  piece: Piece,
  encoder: MediaEncoder,
  signal: AbortSignal,
): Promise<FailureCause> => {
  if (failure._tag === 'Stopped') return failure;
  const clip = await culpritClip(piece, encoder, signal);
  return clip === undefined ? failureOf(failure, PIECE_FAILED) : decodingFailure(failure, clip);
};
