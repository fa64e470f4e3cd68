import { statSync } from 'node:fs';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import type { Renderer } from '../../../workers/render/ports/renderer.js';
import { inSpan } from '../../platform/tracing/spans.js';

/** Stores each file in a span, and reports its size. */
export const measuredStorage = (
  storage: ObjectStorage,
  onStored: (bytes: number) => void,
): Pick<ObjectStorage, 'put'> => ({
  put: (key, path, sha256) =>
    pipe(
      () => inSpan('store', {}, storage.put(key, path, sha256)),
      TE.tapIO(() => () => onStored(statSync(path).size)),
    ),
});

/** Reports how many frames each render has, and how many of them it took from earlier ones. */
export const measuredRenderer = (
  renderer: Renderer,
  onRendered: (frames: number, reused: number) => void,
): Renderer => ({
  render: (task, hooks) =>
    pipe(
      renderer.render(task, hooks),
      TE.tapIO(
        ({ output: { frames, reusedFrames = 0 } }) =>
          () =>
            onRendered(frames, reusedFrames),
      ),
    ),
});
