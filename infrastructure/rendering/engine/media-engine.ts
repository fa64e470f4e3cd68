import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { ffmpegVersion } from 'node-av/ffmpeg';
import type { MediaEngine } from '../../../workers/render/ports/media-engine.js';
import { givenComposition } from './compose-job.js';
import { givenJoin } from './join-job.js';
import { Decoded, givenDecoding } from './decode-job.js';
import type { EngineProcesses } from './engine-processes.js';
import { engineSounds } from './sounds.js';

const Frames = t.type({ frames: t.readonlyArray(t.number), hashes: t.readonlyArray(t.string) });

/** See `JoinedFile`. */
const Joined = t.type({
  frames: t.number,
  picture: t.union([t.string, t.null]),
  sound: t.union([t.string, t.null]),
  pieces: t.readonlyArray(t.union([Frames, t.null])),
});

/** FFmpeg's libraries as the media engine. */
export const mediaEngine = ({ perform, hold, release }: Omit<EngineProcesses, 'close'>): MediaEngine => ({
  version: ffmpegVersion(),
  release,
  ...engineSounds({ hold }),
  decoded: (path, options) => () =>
    perform('decode', (folder) => givenDecoding(path, folder), Decoded, options),
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
  join: (request, options) => () =>
    perform('join', (folder, number) => givenJoin(request, number, folder), Joined, options),
});
