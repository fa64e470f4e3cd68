import { sha256OfText } from '../../../files/file-hash.js';
import type { RenderContext } from '../context.js';
import type { FetchedSources } from '../sources/fetch-sources.js';
import { NO_REUSE, type Reuse, reuseFrom, type Reusing } from '../pieces/reuse.js';
import { TEXT_SIZE } from '../prepare/measure-texts.js';
import { PROBE } from '../sources/plan-sources.js';

/** What a preview uses of earlier ones. */
export interface PreviewReuse {
  /** How sources were probed and texts measured, and nothing else of what renders keep. */
  readonly facts: Reuse;
  readonly pictures: Reuse;
  /** The series of previews whose processes may be used; absent: only those of this preview. */
  readonly series?: string;
  /** Resolves when all is kept that was to be kept so far; the files must not be removed before. */
  readonly settled: () => Promise<void>;
}

/**
 * What previews use of earlier ones: only what was made by previews with exactly the same sources, so that a file that
 * takes over its decoder can falsify no others. Texts are painted and measured by processes that may have been taken over
 * by other texts, so these are used for the same owner only.
 */
export const previewReuse = async (
  { folder, reusing, keptPictures }: Pick<RenderContext, 'folder' | 'reusing' | 'keptPictures'>,
  { assets, sources }: FetchedSources,
  owner: string | undefined,
): Promise<PreviewReuse> => {
  const inline = sources.flatMap(({ use: { from } }) =>
    from._tag === 'Inline' ? [sha256OfText(from.svg)] : [],
  );
  const contents = [...assets.map(({ sha256 }) => sha256), ...inline].toSorted();
  const hash = sha256OfText(contents.join());
  const within = async (where: Pick<Reusing, 'cache' | 'identity'> | undefined, of = ''): Promise<Reuse> =>
    where
      ? reuseFrom({
          cache: where.cache,
          scope: `previews${of} of ${hash}`,
          identity: await where.identity(),
          folder,
          hashes: assets.map(({ path, sha256 }) => [path, sha256] as const),
        })
      : NO_REUSE;
  const [kept, pictures] = await Promise.all([
    within(reusing),
    within(owner === undefined ? undefined : keptPictures, ` for ${owner}`),
  ]);
  return {
    facts: {
      ...kept,
      keyOf: async (kind, settings) => {
        if (kind === PROBE) return kept.keyOf(kind, settings);
        return kind === TEXT_SIZE && owner !== undefined ? kept.keyOf(kind, { owner, settings }) : undefined;
      },
    },
    pictures,
    ...(owner === undefined ? {} : { series: `${owner} ${hash}` }),
    settled: async () => {
      await Promise.all([kept.settled(), pictures.settled()]);
    },
  };
};
