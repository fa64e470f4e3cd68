import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { ffmpegVersion } from 'node-av/ffmpeg';
import type { MediaEngine } from '../../../workers/render/ports/media-engine.js';
import { givenComposition } from './compose-job.js';
import { givenJoin } from './join-job.js';
import { Decoded, givenDecoding } from './decode-job.js';
import { makeMark, type ReadMark } from '../drawing/drawing-mark.js';
import type { EngineProcesses, GiveJob } from './engine-processes.js';
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
  compose: (request, options) => async () => {
    let mark: ReadMark | undefined;
    const hasScene = request.inputs.some(({ _tag }) => _tag === 'Scene');
    const give: GiveJob = async (folder, number) => {
      if (hasScene) mark = await makeMark(join(folder.written, `mark-${number}`));
      return givenComposition(request, number, folder, mark?.path);
    };
    try {
      const composed = await perform('compose', give, t.number, options);
      if (E.isRight(composed)) return E.right(options.onFrames?.(composed.right));
      const at = await mark?.read();
      return E.left(at ? { ...composed.left, at } : composed.left);
    } finally {
      await mark?.close();
    }
  },
  join: (request, options) => () =>
    perform('join', (folder, number) => givenJoin(request, number, folder), Joined, options),
});
