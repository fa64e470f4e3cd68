import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { ffmpegVersion } from 'node-av/ffmpeg';
import { JoinedFile } from '../../../workers/render/ports/join-request.js';
import { DecodedHashes, type MediaEngine } from '../../../workers/render/ports/media-engine.js';
import { prepareComposeJob } from './compose-job.js';
import { prepareFileJob } from './engine-job.js';
import { prepareJoinJob } from './join-job.js';
import type { EngineProcesses } from './engine-processes.js';
import { prepareMixJob } from './mix-job.js';

/** FFmpeg's libraries as the media engine. */
export const mediaEngine = ({ perform, release }: Omit<EngineProcesses, 'close'>): MediaEngine => ({
  version: ffmpegVersion(),
  release,
  hashDecoded: (path, options) => () =>
    perform('decode', (folder) => prepareFileJob('decode', path, folder), DecodedHashes, options),
  compose: (request, options) => async () =>
    pipe(
      await perform('compose', (folder) => prepareComposeJob(request, folder), t.number, options),
      E.map((frames) => options.onFrames?.(frames)),
    ),
  mix: (request, options) => async () => {
    const clips = [...request.plan.parts, ...request.levels.map(({ part }) => part)].map(({ clip }) => clip);
    return pipe(
      await perform('mix', (folder) => prepareMixJob(request, folder), t.null, options),
      E.bimap(
        ({ at, ...failure }) => {
          const clip = at && clips[at.input];
          return clip === undefined ? failure : { ...failure, clip };
        },
        () => undefined,
      ),
    );
  },
  levels: (path, options) => () =>
    perform('levels', (folder) => prepareFileJob('levels', path, folder), t.readonlyArray(t.number), options),
  join: (request, options) => () =>
    perform('join', (folder) => prepareJoinJob(request, folder), JoinedFile, options),
});
