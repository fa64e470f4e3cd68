import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { FrameRequest, PreviewFailure, Previews } from '../../../application/ports/previews.js';
import { frameAt, frameRate } from '../../../domain/composition/timeline.js';
import { recordedFailure, RenderError } from '../../../domain/render/failure-cause.js';
import type { RenderContext, RenderDependencies } from './context.js';
import { type FetchedSources, fetchSources } from './fetch-sources.js';
import { planSources } from './plan-sources.js';
import { drawFrame } from './render-frame.js';
import { recentResults } from './recent-results.js';
import type { RenderSettings } from './render-settings.js';
import { withinTime } from './within-time.js';
import { createWorkFolder } from './work-folder.js';

/** How long the sources of a preview may take to arrive, and how long it may then take to be made, in ms. */
const FETCH_MS = 20_000;
const MAKE_MS = 30_000;

/** How much a worker keeps of the frames that it drew last, in bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Names the content of a frame: what is drawn, and the hashes of what it is drawn from. */
const frameKey = ({ composition, ms, format, width }: FrameRequest, { assets }: FetchedSources): string => {
  const { metadata, clips } = composition;
  const frame = frameAt(ms, frameRate(metadata.fps), Number.POSITIVE_INFINITY).from;
  const hashes = assets.map(({ url, sha256 }) => [url, sha256]);
  const content = [{ ...metadata, name: '' }, clips, hashes, frame, format, width];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
};

/** The asked time is not in the video. */
class OutsideVideoError extends Error {
  readonly durationMs: number;

  constructor(durationMs: number) {
    super(`the video ends at ${durationMs} ms`);
    this.durationMs = durationMs;
  }
}

const failureOf = (error: unknown): PreviewFailure | undefined => {
  if (error instanceof OutsideVideoError) return { _tag: 'FrameOutsideVideo', durationMs: error.durationMs };
  if (error instanceof RenderError) return { _tag: 'FrameNotDrawn', failure: recordedFailure(error.cause) };
  return undefined;
};

/**
 * Previews by the renderer itself. The sources of each are fetched or revalidated as for a render, so a frame that is
 * taken from the cache is the one that would be drawn.
 */
export const rendererPreviews = (needs: RenderDependencies, settings: RenderSettings): Previews => {
  const recent = recentResults(KEPT_BYTES);
  const limits: RenderSettings = {
    ...settings,
    fetchMs: Math.min(settings.fetchMs, FETCH_MS),
    renderMs: Math.min(settings.renderMs, MAKE_MS),
  };

  const make = async <A>(
    signal: AbortSignal,
    work: (context: RenderContext) => Promise<A>,
  ): Promise<E.Either<PreviewFailure, A>> => {
    const folder = await createWorkFolder(settings.workRoot);
    try {
      return E.right(await work({ folder: folder.path, signal, progress: () => undefined, ...needs }));
    } catch (error) {
      if (signal.aborted) return E.left({ _tag: 'NoWorkerAvailable' });
      const failure = failureOf(error);
      if (failure) return E.left(failure);
      throw error;
    } finally {
      await folder.dispose();
    }
  };

  return {
    frame: (request, signal) => () =>
      make(signal, async (context) => {
        const fetched = await fetchSources(request.composition, limits, context);
        const key = frameKey(request, fetched);
        const known = recent.find(key);
        if (known) return known;
        const bytes = await withinTime({ doing: 'render', ms: limits.renderMs }, signal, async (inTime) => {
          const timed = { ...context, signal: inTime };
          const sources = await planSources(request.composition, fetched, timed);
          const { duration } = sources.resolved.metadata;
          if (request.ms >= duration) throw new OutsideVideoError(duration);
          return readFile(await drawFrame(request, sources, fetched, limits));
        });
        recent.keep(key, bytes);
        return bytes;
      }),
  };
};
