import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { RenderContext } from '../context.js';

/** Runs work on clips and reports them, so that they can be named if the worker is lost. */
export const workingOn = async <A>(
  { onClip }: Pick<RenderContext, 'onClip'>,
  clips: ReadonlyArray<ClipPath>,
  work: () => Promise<A>,
): Promise<A> => {
  for (const clip of clips) onClip?.(clip, true);
  try {
    return await work();
  } finally {
    for (const clip of clips) onClip?.(clip, false);
  }
};
