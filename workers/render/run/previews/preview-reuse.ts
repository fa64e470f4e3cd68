import { sha256OfText } from '../../../files/file-hash.js';
import type { RenderContext } from '../context.js';
import type { FetchedSources } from '../sources/fetch-sources.js';
import { NO_REUSE, type Reuse, reuseFrom, type SharedCache } from '../pieces/reuse.js';
import { TEXT_SIZE } from '../prepare/measure-texts.js';
import { PROBE } from '../sources/plan-sources.js';

export interface PreviewReuse {
  /** Only the probes of sources and the sizes of texts in the cache of renders. */
  readonly facts: Reuse;
  readonly pictures: Reuse;
  /** The series of previews that share processes; absent: this preview shares none. */
  readonly series?: string;
  /** Resolves when everything requested so far is cached. The files must not be removed before. */
  readonly settled: () => Promise<void>;
}

/**
 * Opens the caches for a preview. It shares results only with previews of exactly the same sources, so that a file that
 * takes over its decoder can't falsify other previews. Processes that paint and measure texts may have been taken over
 * by other texts, so their results are used only for the same owner.
 */
export const previewReuse = async (
  { folder, sharedCache, pictureCache }: Pick<RenderContext, 'folder' | 'sharedCache' | 'pictureCache'>,
  { assets, sources }: FetchedSources,
  owner: string | undefined,
): Promise<PreviewReuse> => {
  const inline = sources.flatMap(({ use: { from } }) =>
    from._tag === 'Inline' ? [sha256OfText(from.svg)] : [],
  );
  const contents = [...assets.map(({ sha256 }) => sha256), ...inline].toSorted();
  const hash = sha256OfText(contents.join());
  const within = async (
    where: Pick<SharedCache, 'cache' | 'identity'> | undefined,
    of = '',
  ): Promise<Reuse> =>
    where
      ? reuseFrom({
          cache: where.cache,
          scope: `previews${of} of ${hash}`,
          identity: await where.identity(),
          folder,
          hashes: assets.map(({ path, sha256 }) => [path, sha256] as const),
        })
      : NO_REUSE;
  const [shared, pictures] = await Promise.all([
    within(sharedCache),
    within(owner === undefined ? undefined : pictureCache, ` for ${owner}`),
  ]);
  return {
    facts: {
      ...shared,
      keyOf: async (kind, settings) => {
        if (kind === PROBE) return shared.keyOf(kind, settings);
        return kind === TEXT_SIZE && owner !== undefined
          ? shared.keyOf(kind, { owner, settings })
          : undefined;
      },
    },
    pictures,
    ...(owner === undefined ? {} : { series: `${owner} ${hash}` }),
    settled: async () => {
      await Promise.all([shared.settled(), pictures.settled()]);
    },
  };
};
