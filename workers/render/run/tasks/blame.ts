import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { FailureCause } from '../../../../domain/render/failure-cause.js';
import type { EncoderFailure, MediaEncoder } from '../../ports/media-encoder.js';
import { decodingFailure, failureOf } from './failures.js';
import { FILE_LOST, isFileLost } from '../sources/lost-files.js';
import type { VideoLayer } from '../../plan/layers.js';
import type { Piece } from '../../plan/plan.js';
import { ffmpegInput } from '../../compose/ffmpeg-command.js';
import { sourceInput } from '../../compose/source-input.js';

/** The number of frames to decode from a single video, and their size: this only tests whether it can be decoded. */
const FRAMES = 8;
const SIDE = 64;

const decodesByItself = async (
  layer: VideoLayer,
  encoder: Pick<MediaEncoder, 'run'>,
  signal: AbortSignal,
): Promise<boolean> => {
  const command = {
    inputs: [ffmpegInput(sourceInput(layer).input)],
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

/** The clip whose video makes a piece fail: the first that cannot be decoded alone, or the only one. */
const culpritClip = async (
  { layers }: Pick<Piece, 'layers'>,
  encoder: Pick<MediaEncoder, 'run'>,
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
 * Why a piece could not be encoded, with the culprit clip if it can be found. Standard error is not used for it: its
 * wording is not an interface, and the content of a file can shape it.
 * @param files the files that the piece is composed from
 */
export const pieceFailure = async (
  failure: EncoderFailure,
  piece: Pick<Piece, 'layers'>,
  files: ReadonlyArray<string>,
  encoder: Pick<MediaEncoder, 'run'>,
  signal: AbortSignal,
): Promise<FailureCause> => {
  if (failure._tag === 'Stopped') return failure;
  if (await isFileLost(files)) return FILE_LOST;
  const clip = await culpritClip(piece, encoder, signal);
  return clip === undefined ? failureOf(failure, PIECE_FAILED) : decodingFailure(failure, clip);
};
