import { existsSync } from 'node:fs';
import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import {
  encodingFailed,
  withClip,
  type FailureCause,
  recordedFailure,
  RenderError,
  unusableSource,
} from '../../../domain/render/failure-cause.js';
import { hasFullDisk } from '../../files/full-disk.js';
import { type EncoderFailure, failureOfStep } from '../ports/media-encoder.js';

/** Returns the value of a task, or throws the cause of its failure with the clip that it concerns. */
export const valueOf = async <A>(task: TaskEither<FailureCause, A>, clip?: ClipPath): Promise<A> => {
  const result: Either<FailureCause, A> = await task();
  if (result._tag === 'Right') return result.right;
  throw new RenderError(clip === undefined ? result.left : withClip(result.left, clip));
};

/** Waits for an encoder; throws a RenderError if it fails. @param purpose the failure as the client sees it */
export const encoded = async <A>(task: TaskEither<EncoderFailure, A>, purpose: FailureCause): Promise<A> => {
  const result = await task();
  if (result._tag === 'Left') throw new RenderError(failureOf(result.left, purpose));
  return result.right;
};

/** Turns the failure of an encoder into the failure of the step that needed it. */
export const failureOf = (failure: EncoderFailure, purpose: FailureCause): FailureCause => {
  const { stage, message } = recordedFailure(purpose);
  const exceeded = `${message}: it exceeded a limit of time, memory or size`;
  return failureOfStep(failure, purpose, { stage, message: exceeded });
};

/** Turns the failure to decode the source of a clip into the failure of the render. */
export const decodingFailure = (failure: EncoderFailure, clip: string): FailureCause => {
  const damaged = 'the media could not be decoded: it may be damaged or of a kind that is not supported';
  const message = 'decoding the media exceeded a limit of time, memory or size';
  return failureOfStep(failure, unusableSource('decode', damaged, clip), { stage: 'decode', message, clip });
};

/** A fault of this machine, such as a cleared folder, not of the client's media. Another attempt may succeed. */
export const FILE_LOST = encodingFailed(
  'a file that the render needs is missing from the disk of the worker',
  true,
);

/** Whether one of the files that a command reads is missing. */
export const isFileLost = (paths: ReadonlyArray<string>): boolean => paths.some((path) => !existsSync(path));

/**
 * Why a render failed; undefined for a defect. A failure on a full disk is retryable, because there may be more space
 * later.
 */
export const causeOf = async (error: unknown, workRoot: string): Promise<FailureCause | undefined> => {
  const cause = error instanceof RenderError ? error.cause : undefined;
  if (cause && recordedFailure(cause).retryable) return cause;
  return isDiskFull(error) || (await hasFullDisk(workRoot)) ? { _tag: 'DiskFull' } : cause;
};

/** Whether an error of Node.js means that the disk, or this user's quota, is full. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
