import { open } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { MediaCommand, MediaFault } from '../ports/media-encoder.js';
import type { RenderFailure } from '../../../domain/render/events.js';
import type { RenderContext } from './context.js';
import type { DrawnWork } from '../compose/drawn-work.js';
import { RenderProblem } from './failures.js';

/**
 * Runs a command, and next to it all that draws for it; when one of them fails the others are stopped.
 * @returns the fault of the command, if it has one
 * @throws RenderProblem where what feeds the command failed
 */
export const composeDrawn = async (
  command: MediaCommand,
  { pipes, feeds, jobs }: DrawnWork,
  { signal, encoder, drawer }: Pick<RenderContext, 'signal' | 'encoder' | 'drawer'>,
  onFrames: (frames: number) => void,
): Promise<MediaFault | undefined> => {
  const stop = new AbortController();
  const options = { signal: AbortSignal.any([signal, stop.signal]) };
  let fault: MediaFault | undefined;
  let failure: RenderFailure | undefined;
  /** Notes what failed first: what fails after it does so because it was stopped. */
  const note = (failed: { readonly fault: MediaFault } | { readonly failure: RenderFailure }): void => {
    if (fault || failure) return;
    if ('fault' in failed) ({ fault } = failed);
    else ({ failure } = failed);
    stop.abort();
  };
  const composing = async (): Promise<void> => {
    const done = await encoder.run(command, { ...options, onFrames })();
    if (E.isLeft(done)) note({ fault: done.left });
  };
  const feeding = async ({ clip, pipe, commands }: DrawnWork['feeds'][number]): Promise<void> => {
    // As long as it is open here, its reader does not take the end of one command for the end of all.
    const held = commands.length > 1 ? await open(pipe, 'r+') : undefined;
    try {
      for (const { command: feed, frames } of commands) {
        let written = 0;
        const done = await encoder.run(feed, { ...options, onFrames: (count) => (written = count) })();
        // A damaged source can end without ffmpeg calling it a fault.
        const fault = E.isLeft(done) ? done.left : lackOfFrames(written, frames);
        if (!fault) continue;
        note({ failure: feedFailure(clip, fault) });
        return;
      }
    } finally {
      await held?.close();
    }
  };
  const drawing = async (): Promise<void> => {
    const done = await drawer.draw(jobs, options)();
    if (E.isLeft(done)) note({ failure: done.left });
  };
  if (pipes.length > 0) await drawer.makePipes(pipes);
  await Promise.all([composing(), ...feeds.map(feeding), ...(jobs.length > 0 ? [drawing()] : [])]);
  if (failure) throw new RenderProblem(failure);
  return fault;
};

/** The fault of a run of ffmpeg that wrote fewer frames than it should; undefined: it wrote them all. */
export const lackOfFrames = (written: number, wanted: number): MediaFault | undefined =>
  written === wanted ? undefined : { _tag: 'Failed', detail: `${written} frames were encoded` };

const feedFailure = (clip: string, { _tag }: MediaFault): RenderFailure => ({
  stage: 'decode',
  message:
    _tag === 'LimitExceeded'
      ? 'the media needs more time or memory than one render may use'
      : 'the media is damaged or of a kind that is not supported',
  retryable: _tag === 'Aborted',
  clip,
});
