import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { ffmpegVersion } from 'node-av/ffmpeg';
import type { MediaEngine } from '../../../workers/render/ports/media-engine.js';
import { givenComposition } from './compose-job.js';
import type { EngineProcesses } from './engine-processes.js';

/** FFmpeg's libraries as the media engine. */
export const mediaEngine = ({ perform }: Pick<EngineProcesses, 'perform'>): MediaEngine => ({
  version: ffmpegVersion(),
  compose: (request, options) => async () =>
    pipe(
      await perform(
        'compose',
        (folder, number) => givenComposition(request, number, folder),
        t.number,
        options,
      ),
      E.map((frames) => options.onFrames?.(frames)),
    ),
});
