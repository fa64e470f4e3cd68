import type {
  FingerprintedFrames,
  MediaCommand,
  MediaInput,
} from '../../../workers/render/ports/media-encoder.js';
import { framesTo, KEY_FRAMES_ONLY } from './inspection.js';

// A command that copies streams and takes the fingerprint of a file at the same time.

/** The command with only the key frames decoded of the input that is fingerprinted. */
export const withKeyFrames = (command: MediaCommand, frames: FingerprintedFrames): MediaCommand => {
  const decoded = ({ options, ...input }: MediaInput): MediaInput => ({
    ...input,
    options: [...options, ...KEY_FRAMES_ONLY],
  });
  const [first, ...rest] = command.inputs;
  if (frames === 'none' || !first) return command;
  if (frames === 'copied') return { ...command, inputs: [decoded(first), ...rest] };
  return { ...command, inputs: [...command.inputs, decoded(frames.of)] };
};

/** The output of shrunk frames for the fingerprint, if there is one. */
export const fingerprintedBy = (
  frames: FingerprintedFrames,
  { inputs }: MediaCommand,
): ReadonlyArray<string> => {
  if (frames === 'none') return [];
  return framesTo(frames === 'copied' ? 0 : inputs.length - 1);
};
