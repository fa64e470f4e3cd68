import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { ffmpegVersion } from 'node-av/ffmpeg';
import { JoinedFile } from '../../../workers/render/ports/join-request.js';
import {
  DecodedHashes,
  type MediaEngine,
  type ScenePart,
} from '../../../workers/render/ports/media-engine.js';
import { prepareComposeJob } from './compose-job.js';
import { prepareFileJob } from './engine-job.js';
import { prepareJoinJob } from './join-job.js';
import { makeMark, type ReadMark } from '../drawing/drawing-mark.js';
import type { MediaOutcome } from '../ffmpeg/outcome.js';
import type { ExchangeFolder } from '../tasks/exchange-folder.js';
import type { EngineProcesses } from './engine-processes.js';
import { prepareMixJob } from './mix-job.js';

/** Carries out a job that notes which part it works on. @returns its outcome, and the part on which it failed */
const withMark = async <A>(
  isMarked: boolean,
  work: (makeMarkIn: (folder: ExchangeFolder) => Promise<string | undefined>) => Promise<MediaOutcome<A>>,
): Promise<{ readonly outcome: MediaOutcome<A>; readonly at?: ScenePart | undefined }> => {
  let mark: ReadMark | undefined;
  try {
    const outcome = await work(async ({ written }) => {
      if (isMarked) mark = await makeMark(join(written, `mark-${randomUUID()}`));
      return mark?.path;
    });
    return E.isRight(outcome) ? { outcome } : { outcome, at: await mark?.read() };
  } finally {
    await mark?.close();
  }
};

/** FFmpeg's libraries as the media engine. */
export const mediaEngine = ({ perform, release }: Omit<EngineProcesses, 'close'>): MediaEngine => ({
  version: ffmpegVersion(),
  release,
  hashDecoded: (path, options) => () =>
    perform('decode', (folder) => prepareFileJob('decode', path, folder), DecodedHashes, options),
  compose: (request, options) => async () => {
    const hasScene = request.inputs.some(({ _tag }) => _tag === 'Scene');
    const { outcome, at } = await withMark(hasScene, (makeMark) =>
      perform(
        'compose',
        async (folder) => prepareComposeJob(request, folder, await makeMark(folder)),
        t.number,
        options,
      ),
    );
    if (E.isLeft(outcome)) return E.left(at ? { ...outcome.left, at } : outcome.left);
    return E.right(options.onFrames?.(outcome.right));
  },
  mix: (request, options) => async () => {
    const { outcome, at } = await withMark(true, (makeMark) =>
      perform(
        'mix',
        async (folder) => prepareMixJob(request, folder, (await makeMark(folder)) ?? ''),
        t.null,
        options,
      ),
    );
    if (E.isRight(outcome)) return E.right(undefined);
    const { plan, levels } = request;
    const clip = at && [...plan.parts, ...levels.map(({ part }) => part)][at.input]?.clip;
    return E.left(clip === undefined ? outcome.left : { ...outcome.left, clip });
  },
  levels: (path, options) => () =>
    perform('levels', (folder) => prepareFileJob('levels', path, folder), t.readonlyArray(t.number), options),
  join: (request, options) => () =>
    perform('join', (folder) => prepareJoinJob(request, folder), JoinedFile, options),
});
