import type { ClipPath } from '../../../domain/composition/clip-paths.js';
import type { MediaEncoder, MediaFault } from '../ports/media-encoder.js';
import type { RenderFailure } from '../../../domain/render/events.js';
import { failureOf } from './failures.js';
import type { LocalSource, VideoLayer } from '../plan/layers.js';
import type { Piece } from '../plan/plan.js';
import { sourceInput } from '../compose/source-input.js';

/** How many frames a video must give by itself to be free of blame, and how large: only whether it works is asked. */
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

/** The clip whose video makes a piece fail: the first that does not even work alone, else the only one there is. */
const guiltyClip = async (
  { layers }: Piece,
  encoder: MediaEncoder,
  signal: AbortSignal,
): Promise<ClipPath | undefined> => {
  const videos = layers.filter((layer) => layer._tag === 'Video');
  for (const video of videos) if (!(await decodesByItself(video, encoder, signal))) return video.clip;
  return videos.length === 1 ? videos[0]?.clip : undefined;
};

/** Why a piece could not be encoded, with the clip at fault where one can be found. */
export const pieceFailure = async (
  fault: MediaFault,
  piece: Piece,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  encoder: MediaEncoder,
  signal: AbortSignal,
): Promise<RenderFailure> => {
  const failure = failureOf(fault, 'encode', 'the picture could not be encoded', sources);
  if (failure.retryable || failure.clip !== undefined) return failure;
  const clip = await guiltyClip(piece, encoder, signal);
  if (clip === undefined) return failure;
  const message =
    fault._tag === 'LimitExceeded'
      ? 'the media needs more time or memory than one render may use'
      : 'the media is damaged or of a kind that is not supported';
  return { stage: 'decode', message, retryable: false, clip };
};
