import type * as E from 'fp-ts/lib/Either.js';
import { encodingFailed } from '../../../domain/render/failure-cause.js';
import type { EncoderFailure } from '../../../workers/render/ports/media-encoder.js';
import type { ProcessEnd } from '../../machine/sandbox/run-sandboxed.js';
import type { IdleTimeout } from '../../platform/idle-timeout.js';

/** How a run of ffmpeg ended. */
export type MediaOutcome<A = void> = E.Either<EncoderFailure, A>;

export const FAILED = encodingFailed('the media could not be processed');

export const encoderFailure = ({ aborted, exceeded }: ProcessEnd, wait: IdleTimeout): EncoderFailure => {
  if (exceeded || wait.signal.aborted)
    return {
      _tag: 'LimitExceeded',
      stage: 'encode',
      message: 'a limit of time, memory or size was exceeded',
    };
  return aborted ? { _tag: 'Stopped' } : FAILED;
};

/** Reads the output of `-progress` to its end. `onAdvance` is called whenever the output has grown. */
export const followProgress = (
  stdout: NodeJS.ReadableStream,
  onAdvance: () => void,
  onFrames?: (frames: number) => void,
): void => {
  let reached = '';
  stdout.setEncoding('utf8').on('data', (text) => {
    const latest = (key: string) =>
      [...String(text).matchAll(new RegExp(`^${key}=\\s*(\\d+)`, 'gm'))].at(-1)?.[1];
    const frames = latest('frame');
    if (frames !== undefined) onFrames?.(Number(frames));
    const now = `${frames} ${latest('out_time_us')} ${latest('total_size')}`;
    if (now !== reached) onAdvance();
    reached = now;
  });
};
