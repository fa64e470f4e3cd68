import { open, writeFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type FailureCause, RenderError } from '../../../../domain/render/failure-cause.js';
import type { EncoderFailure, RunOptions } from '../../ports/media-encoder.js';
import type { ComposeRequest } from '../../ports/media-engine.js';
import { ffmpegCommand, needsFfmpeg } from '../../compose/ffmpeg-command.js';
import type { RenderContext } from '../context.js';
import type { PassWork } from '../../ways/piece-work.js';
import { decodingFailure } from '../tasks/failures.js';
import { FILE_LOST, isFileLost } from '../sources/lost-files.js';

/** The part of the context of a render that composing needs. */
export type PassContext = Pick<RenderContext, 'folder' | 'signal' | 'encoder' | 'engine' | 'drawer'>;

/** Composes: with the engine, or with the installed ffmpeg where only that can encode. */
export const composeRequest = (
  request: ComposeRequest,
  { folder, encoder, engine }: Pick<RenderContext, 'folder' | 'encoder' | 'engine'>,
  options: RunOptions,
): TaskEither<EncoderFailure, void> =>
  needsFfmpeg(request)
    ? encoder.run(ffmpegCommand(request), options)
    : engine.compose(request, { ...options, folder });

/**
 * Composes, and alongside runs everything that draws for it. When one of them fails, the others are aborted.
 * @returns why composing failed, if it did
 * @throws RenderError when what feeds it failed
 */
export const composePass = async (
  { request, lists, frames, pipes, feeds, jobs, clips }: PassWork,
  context: PassContext,
  onFrames: (frames: number) => void,
): Promise<EncoderFailure | undefined> => {
  const { folder, signal, encoder, drawer } = context;
  const stop = new AbortController();
  const options = { signal: AbortSignal.any([signal, stop.signal]) };
  let first: Failed | undefined;
  let written = 0;
  /** Records the first failure: later ones are consequences of the abort. */
  const note = (failed: Failed): void => {
    first ??= failed;
    stop.abort();
  };
  let noteOpened = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    noteOpened = resolve;
  });
  const composing = async (): Promise<void> => {
    const count = (frames: number): void => {
      noteOpened();
      written = frames;
      onFrames(frames);
    };
    const done = await composeRequest(request, context, { ...options, onFrames: count })();
    noteOpened();
    if (E.isLeft(done)) note({ _tag: 'Composing', failure: done.left });
  };
  const feeding = async ({ clip, pipe, commands }: PassWork['feeds'][number]): Promise<void> => {
    // While it is open here, its reader does not mistake the end of one command for the end of all.
    const held = commands.length > 1 ? await open(pipe, 'r+') : undefined;
    try {
      for (const { command: feed, frames } of commands) {
        let fed = 0;
        const done = await encoder.run(feed, { ...options, onFrames: (count) => (fed = count) })();
        // A damaged source can end without ffmpeg calling it an error.
        const failure = E.isLeft(done) ? done.left : lackOfFrames(fed, frames);
        if (!failure) continue;
        const isLost = await isFileLost(feed.inputs.map(({ path }) => path));
        note({ _tag: 'Feed', cause: isLost ? FILE_LOST : decodingFailure(failure, clip) });
        return;
      }
      // Otherwise, what was written would be lost with the last that has the pipe open.
      if (held && !needsFfmpeg(request)) await opened;
    } finally {
      await held?.close();
    }
  };
  const drawing = async (): Promise<void> => {
    const clipOf = (job: number, node: number) => clips[job]?.[node];
    const done = await drawer.draw(jobs, { folder, ...options, clipOf })();
    if (E.isLeft(done)) note({ _tag: 'Feed', cause: done.left });
  };
  for (const { path, text } of lists) await writeFile(path, text);
  if (pipes.length > 0) await drawer.makePipes(pipes);
  await Promise.all([composing(), ...feeds.map(feeding), ...(jobs.length > 0 ? [drawing()] : [])]);
  return outcomeOf(first) ?? lackOfFrames(written, frames);
};

/** The failure of a run of ffmpeg that wrote fewer frames than expected; undefined if it wrote all. */
const lackOfFrames = (written: number, wanted: number): EncoderFailure | undefined =>
  written === wanted
    ? undefined
    : {
        _tag: 'EncodingFailed',
        message: `${written} frames were encoded instead of ${wanted}`,
        retryable: false,
      };

/** The first failure: that of composing, or of something that feeds it. */
type Failed =
  | { readonly _tag: 'Composing'; readonly failure: EncoderFailure }
  | { readonly _tag: 'Feed'; readonly cause: FailureCause };

const outcomeOf = (first: Failed | undefined): EncoderFailure | undefined => {
  if (first?._tag === 'Feed') throw new RenderError(first.cause);
  return first?.failure;
};
