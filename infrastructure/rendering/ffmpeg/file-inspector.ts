import type {
  FileInspector,
  FramesToHash,
  InspectedFile,
} from '../../../application/ports/file-inspector.js';
import { presentationOf } from '../../../workers/render/mp4/presentation.js';
import { runSandboxed } from '../../machine/sandbox/run-sandboxed.js';
import { INPUT_LIMITS } from '../engine/input-limits.js';
import {
  allOf,
  fingerprintOf,
  framesTo,
  hashesOfStreams,
  inspectedIn,
  KEY_FRAMES_ONLY,
} from './inspection.js';
import { INSPECT_LIMITS } from './process-limits.js';

const TEN = 10;

const outputOf = (frames: FramesToHash): ReadonlyArray<string> =>
  frames === 'key' ? framesTo(0) : framesTo(0, TEN);

const inputOf = (path: string, frames: FramesToHash): ReadonlyArray<string> => [
  ...INPUT_LIMITS,
  ...(frames === 'key' ? KEY_FRAMES_ONLY : []),
  '-i',
  path,
];

const runFfmpeg = async (
  program: string,
  args: ReadonlyArray<string>,
  path: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> => {
  const tooLong = new AbortController();
  const { stdout, ended } = runSandboxed({
    program,
    args: ['-hide_banner', '-nostdin', '-v', 'error', ...args],
    files: { reads: [path] },
    signal: AbortSignal.any([signal, tooLong.signal]),
    limits: INSPECT_LIMITS,
  });
  const output = await allOf(stdout, () => tooLong.abort());
  const { ok } = await ended;
  signal.throwIfAborted();
  return ok ? output : undefined;
};

/** Inspects files with ffmpeg. */
export const ffmpegFileInspector = (program = 'ffmpeg'): FileInspector => ({
  inspect: async (path, frames, signal): Promise<InspectedFile | undefined> => {
    const args = [...inputOf(path, frames), ...outputOf(frames)];
    const both = await runFfmpeg(program, [...args, ...hashesOfStreams], path, signal);
    if (both) {
      const presentation = await presentationOf(path);
      return { ...inspectedIn(both), ...(presentation ? { presentation } : {}) };
    }
    // Other codecs have no hashes that could match, but pictures that may.
    const grey = await runFfmpeg(program, args, path, signal);
    return grey && { streams: [], fingerprint: fingerprintOf(grey) };
  },
});
