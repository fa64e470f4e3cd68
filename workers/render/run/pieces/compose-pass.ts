import { writeFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { type FailureCause, RenderError } from '../../../../domain/render/failure-cause.js';
import type { EncoderFailure } from '../../ports/media-encoder.js';
import type { RenderContext } from '../context.js';
import { composeRequest } from './compose-request.js';
import type { PassWork } from '../../ways/piece-work.js';
import { decodingFailure, FILE_LOST, isFileLost } from '../tasks/failures.js';

/** The part of the context of a render that composing needs. */
export type PassContext = Pick<RenderContext, 'folder' | 'signal' | 'encoder' | 'engine' | 'drawer'>;

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
  const { folder, signal, engine, drawer } = context;
  const stop = new AbortController();
  const options = { signal: AbortSignal.any([signal, stop.signal]) };
  let first: Failed | undefined;
  let written = 0;
  /** Records the first failure: later ones are consequences of the abort. */
  const note = (failed: Failed): void => {
    first ??= failed;
    stop.abort();
  };
  const composing = async (): Promise<void> => {
    const count = (frames: number): void => {
      written = frames;
      onFrames(frames);
    };
    const done = await composeRequest(request, context, { ...options, onFrames: count })();
    if (E.isLeft(done)) note({ _tag: 'Composing', failure: done.left });
  };
  const feeding = async ({ clip, request: feed, frames }: PassWork['feeds'][number]): Promise<void> => {
    let fed = 0;
    const count = (frames: number): void => void (fed = frames);
    const done = await engine.compose(feed, { ...options, folder, onFrames: count })();
    // A damaged source can end early without an error.
    const failure = E.isLeft(done) ? done.left : lackOfFrames(fed, frames);
    if (!failure) return;
    const isLost = await isFileLost(feed.inputs.map(({ path }) => path));
    note({ _tag: 'Feed', cause: isLost ? FILE_LOST : decodingFailure(failure, clip) });
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

/** The failure of composing fewer frames than expected; undefined if all were written. */
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
