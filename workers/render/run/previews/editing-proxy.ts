import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import pLimit from 'p-limit';
import type { ObjectStorage } from '../../../../application/ports/object-storage.js';
import type { PreviewFailure, ProxyRequest } from '../../../../application/ports/previews.js';
import { type FailureCause, recordedFailure } from '../../../../domain/render/failure-cause.js';
import type { RenderId } from '../../../../domain/ids.js';
import type { RenderedFile } from '../../ports/renderer.js';
import type { RenderDependencies, RenderSettings } from '../context.js';
import { mediaRenderer } from '../run-render.js';

const NAME = 'proxy';

const LOST: PreviewFailure = { _tag: 'NoWorkerAvailable' };

const failureOf = (cause: FailureCause): PreviewFailure =>
  cause._tag === 'Stopped' ? LOST : { _tag: 'FrameNotDrawn', failure: recordedFailure(cause) };

/**
 * Renders small versions of videos for smooth editing, one at a time: quickly, with a key frame every half second, and
 * without the cache of renders. Stores them in `proxies`.
 */
export const editingProxies = (
  dependencies: RenderDependencies,
  settings: RenderSettings,
  proxies: Pick<ObjectStorage, 'put'>,
) => {
  const {
    sharedCache: _,
    pins: _pins,
    credentials: _credentials,
    hardware: _hardware,
    ...own
  } = dependencies;
  const oneByOne = pLimit(1);
  return ({ composition, key, owner }: ProxyRequest, signal: AbortSignal) => {
    const keyFrameDistance = Math.max(1, Math.floor((composition.metadata.fps ?? 30) / 2));
    const renderer = mediaRenderer(own, {
      ...settings,
      copiesStretches: false,
      preset: 'superfast',
      crf: 25,
      parameters: `keyint=${keyFrameDistance}:min-keyint=1`,
    });
    const stored = (file: RenderedFile): TE.TaskEither<PreviewFailure, void> =>
      pipe(
        proxies.put(key, file.path),
        TE.mapLeft(() => failureOf({ _tag: 'StorageFailed' })),
        TE.chainFirstTaskK(() => file.dispose),
        TE.orElseFirstTaskK(() => file.dispose),
      );
    const task = { renderId: NAME as RenderId, ownerId: owner, composition, stem: NAME };
    const hooks = {
      onProgress: () => undefined,
      onCaptioned: () => Promise.resolve(),
      inSlot: <A>(work: () => Promise<A>) => oneByOne(work),
      signal,
    };
    return pipe(
      renderer.render(task, hooks),
      TE.mapLeft((cause) => failureOf(cause)),
      TE.flatMap(stored),
    );
  };
};
