import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { assetSource } from '../../domain/asset/references.js';
import { LIMITS } from '../../domain/composition/limits.js';
import type { FairSemaphore } from '../permits/fair-semaphore.js';
import type { NoPlace, Party } from '../permits/permit-counts.js';
import type { AssetRow } from '../ports/assets.js';
import type { Fault } from '../ports/fault.js';
import type { PreviewFailure, Previews } from '../ports/previews.js';
import { compositionWith } from './composition-with.js';

/** Maximum height (px) and frame rate of a proxy. */
const MAX_HEIGHT = 540;
const MAX_FPS = 60;

const even = (n: number): number => Math.max(2, 2 * Math.round(n / 2));

export const proxyKey = (key: string): string => `${key}.proxy`;

type ReadyVideo = Required<Pick<AssetRow, 'key' | 'media'>> & Pick<AssetRow, 'assetId' | 'ownerId'>;

/** A composition of only the video, small enough for smooth editing. */
const smallComposition = ({ assetId, media }: ReadyVideo) => {
  const { width = 16, height = 9, durationMs = 0, fps = 30 } = media;
  const scale = Math.min(1, MAX_HEIGHT / height);
  const size = { width: even(width * scale), height: even(height * scale) };
  const duration = Math.min(LIMITS.durationMs, Math.max(1, Math.floor(durationMs)));
  return compositionWith(assetSource(assetId), (source) => ({
    metadata: { duration, fps: Math.min(MAX_FPS, Math.max(1, fps)), canvas: size },
    clips: [{ type: 'video', source, size, timeFrame: { start: 0, end: duration } }],
  }));
};

type ProxyResult = E.Either<PreviewFailure | NoPlace | Fault, void>;

export interface AssetProxies {
  /**
   * Makes the proxy of a video, even if nobody waits for the result. Calls while the proxy is being made share its result;
   * a later call makes it again.
   */
  readonly make: (video: ReadyVideo, by: Party) => Promise<ProxyResult>;
}

const LOST: ProxyResult = E.left({ _tag: 'NoWorkerAvailable' });

/** Proxies that this process has workers make. */
export const assetProxies = (previews: Pick<Previews, 'proxy'>, permits: FairSemaphore): AssetProxies => {
  const making = new Map<string, Promise<ProxyResult>>();
  return {
    make: async (video, by) => {
      const { key, ownerId } = video;
      const current = making.get(key);
      if (current) return current;
      const request = { composition: smallComposition(video), key: proxyKey(key), owner: ownerId };
      const work: TaskEither<PreviewFailure | NoPlace | Fault, void> = permits.within(by, (overdue) =>
        previews.proxy(request, overdue, by),
      );
      const made = work()
        .catch(() => LOST)
        .finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
  };
};
