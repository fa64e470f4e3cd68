import type { RenderContext } from './context.js';
import type { FetchedSources } from './fetch-sources.js';
import { sha256OfText } from './file-hashes.js';
import { PROBE } from './probe-sources.js';
import { NO_REUSE, type Reuse, reuseFrom, type Reusing } from './reuse.js';

/** What a preview uses of earlier ones. */
export interface PreviewReuse {
  /** How sources were probed, and nothing else of what renders keep. */
  readonly probes: Reuse;
  /** Decoded frames of videos. */
  readonly frames: Reuse;
  /** Resolves when all is kept that was to be kept so far; the files must not be removed before. */
  readonly settled: () => Promise<void>;
}

/**
 * What previews use of earlier ones. A preview does not know its owner, so it only uses what was made by previews with
 * exactly the same sources: a file that takes over its decoder can falsify no others.
 */
export const previewReuse = async (
  { folder, reusing, keptFrames }: Pick<RenderContext, 'folder' | 'reusing' | 'keptFrames'>,
  { assets, sources }: FetchedSources,
): Promise<PreviewReuse> => {
  const inline = sources.flatMap(({ use: { from } }) =>
    from._tag === 'Inline' ? [sha256OfText(from.svg)] : [],
  );
  const contents = [...assets.map(({ sha256 }) => sha256), ...inline].toSorted();
  const within = async (where: Pick<Reusing, 'cache' | 'identity'> | undefined): Promise<Reuse> =>
    where
      ? reuseFrom({
          cache: where.cache,
          scope: `previews of ${sha256OfText(contents.join())}`,
          identity: await where.identity(),
          folder,
          hashes: assets.map(({ path, sha256 }) => [path, sha256] as const),
        })
      : NO_REUSE;
  const [kept, frames] = await Promise.all([within(reusing), within(keptFrames)]);
  return {
    probes: {
      ...kept,
      keyOf: async (kind, settings) => (kind === PROBE ? kept.keyOf(kind, settings) : undefined),
    },
    frames,
    settled: async () => {
      await Promise.all([kept.settled(), frames.settled()]);
    },
  };
};
