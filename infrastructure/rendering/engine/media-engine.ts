import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { ffmpegVersion } from 'node-av/ffmpeg';
import type { MediaEngine } from '../../../workers/render/ports/media-engine.js';
import type { Waiting } from '../tasks/task-process-pool.js';
import { givenComposition } from './compose-job.js';
import { engineProcesses } from './engine-processes.js';

/**
 * FFmpeg's libraries in sandboxed processes. Each serves one render, or one series of previews, and no other.
 * @param root where the processes get their folders, on the file system of the renders
 * @param spares the number of started processes that wait for the next render; `close` ends them
 */
export const mediaEngine = (
  root: string,
  spares = 0,
  waiting: Waiting = {},
): MediaEngine & { readonly close: () => Promise<void> } => {
  const { perform, close } = engineProcesses(root, spares, waiting);
  return {
    version: ffmpegVersion(),
    close,
    compose: (command, options) => async () =>
      pipe(
        await perform(
          'compose',
          (folder, number) => givenComposition(command, number, folder),
          t.number,
          options,
        ),
        E.map((frames) => options.onFrames?.(frames)),
      ),
  };
};
