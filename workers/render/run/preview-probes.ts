import type { RenderContext } from './context.js';
import type { FetchedSources } from './fetch-sources.js';
import { sha256OfText } from './file-hashes.js';
import { PROBE } from './probe-sources.js';
import { NO_REUSE, type Reuse, reuseFrom } from './reuse.js';

/**
 * What previews use of earlier ones: how their sources were probed, and nothing else. A preview does not know its owner,
 * so it only uses the probes of previews with exactly the same sources: a file that takes over its decoder can falsify
 * no others.
 */
export const previewProbes = async (
  { folder, reusing }: Pick<RenderContext, 'folder' | 'reusing'>,
  { assets, sources }: FetchedSources,
): Promise<Reuse> => {
  if (!reusing) return NO_REUSE;
  const inline = sources.flatMap(({ use: { from } }) =>
    from._tag === 'Inline' ? [sha256OfText(from.svg)] : [],
  );
  const contents = [...assets.map(({ sha256 }) => sha256), ...inline].toSorted();
  const reuse = reuseFrom({
    cache: reusing.cache,
    scope: `previews of ${sha256OfText(contents.join())}`,
    identity: await reusing.identity(),
    folder,
    hashes: assets.map(({ path, sha256 }) => [path, sha256] as const),
  });
  return {
    ...reuse,
    keyOf: async (kind, settings) => (kind === PROBE ? reuse.keyOf(kind, settings) : undefined),
  };
};
