import type { ClipPath } from '../../../domain/composition/clip-paths.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { MediaFault } from '../ports/media-encoder.js';
import type { RenderFailure } from '../../../domain/render/events.js';
import { DISK_FULL } from './disk-full.js';

/** Carries a failure through code that is written with `await`. */
export class RenderProblem extends Error {
  readonly failure: RenderFailure;

  constructor(failure: RenderFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The value of a task, or its failure thrown, with the clip it concerns. */
export const valueOf = async <A>(task: TaskEither<RenderFailure, A>, clip?: ClipPath): Promise<A> => {
  const result: Either<RenderFailure, A> = await task();
  if (result._tag === 'Right') return result.right;
  throw new RenderProblem(clip === undefined ? result.left : { ...result.left, clip });
};

/** Waits for ffmpeg; its fault is thrown as a failure of `stage`, with the clip whose file the fault speaks of. */
export const encoded = async (
  task: TaskEither<MediaFault, void>,
  stage: RenderFailure['stage'],
  message: string,
  sources: ReadonlyMap<ClipPath, { readonly path: string }>,
): Promise<void> => {
  const result = await task();
  if (result._tag === 'Left') throw new RenderProblem(failureOf(result.left, stage, message, sources));
};

/** A fault of ffmpeg in words for the client. */
export const failureOf = (
  { _tag, detail }: MediaFault,
  stage: RenderFailure['stage'],
  message: string,
  sources: ReadonlyMap<ClipPath, { readonly path: string }>,
): RenderFailure => {
  if (_tag === 'LimitExceeded')
    return {
      stage,
      message: `${message}: it needs more time or memory than one render may use`,
      retryable: false,
    };
  if (detail.includes('No space left on device')) return DISK_FULL;
  const guilty = [...sources].find(([, { path }]) => detail.includes(path));
  return guilty
    ? {
        stage: 'decode',
        message: 'the media is damaged or of a kind that is not supported',
        retryable: false,
        clip: guilty[0],
      }
    : { stage, message, retryable: _tag === 'Aborted' };
};
