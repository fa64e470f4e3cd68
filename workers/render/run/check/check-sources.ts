import * as E from 'fp-ts/lib/Either.js';
import type { CheckProblem } from '../../../../application/ports/previews.js';
import { type ClipPath, clipsWithPaths } from '../../../../domain/composition/clips/clip-paths.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import { type FailureCause, RenderError } from '../../../../domain/render/failure-cause.js';
import type { LocalSource } from '../../plan/local-source.js';
import { type SourceUse, sourceUses } from '../../plan/source-uses.js';
import type { FetchedAsset } from '../../ports/asset-source.js';
import { checkTables, probeSources } from '../sources/plan-sources.js';
import type { RenderContext, FetchBudget } from '../context.js';
import { type FetchedSource, inlineFile, addressOf, type SourceAddress } from '../sources/fetch-sources.js';
import { withSubtitles } from '../prepare/import-subtitles.js';
import { inParallel } from '../tasks.js';
import { problemOf, warning } from './check-problems.js';
import { linkExpiry } from '../../../../domain/composition/link-expiry.js';

const PARALLEL_DOWNLOADS = 4;

/** Maximum number of addresses that one check reads. */
const MOST_ADDRESSES = 100;

/** The path of the field that states a source. */
export const fieldOf = ({ at, from, role }: SourceUse, composition: Composition): string => {
  if (from._tag === 'Inline') return `${at}.svg`;
  if (from._tag === 'Speech') return `${at}.speech`;
  if (role === 'subtitles') return `${at}.captionProperties.subtitles.source`;
  const clip = clipsWithPaths(composition.clips).find((one) => one.at === at)?.clip;
  return clip?.type === 'waveform' ? `${at}.waveformProperties.source` : `${at}.source`;
};

/** The sources that a render could use, and the problems of the others. */
export interface CheckedSources {
  readonly problems: ReadonlyArray<CheckProblem>;
  readonly usable: ReadonlyArray<FetchedSource>;
  readonly media: ReadonlyMap<ClipPath, LocalSource>;
}

type Fetched = E.Either<FailureCause, FetchedAsset> | 'late';

/** Downloads each address once, and marks those that take too long as `late`. */
const fetchInTime = async (
  addresses: ReadonlyArray<SourceAddress>,
  { fetchBytes, fetchMs, isAwaited = false }: FetchBudget,
  { assets, folder, owner, signal }: RenderContext,
): Promise<ReadonlyMap<string, Fetched>> => {
  const timeUp = AbortSignal.timeout(fetchMs);
  const inTime = AbortSignal.any([signal, timeUp]);
  const budget = { remainingBytes: fetchBytes };
  const fetched = await inParallel(addresses, PARALLEL_DOWNLOADS, signal, async ({ url, speech }) => {
    if (timeUp.aborted) return [url, 'late'] as const;
    const found = await assets.fetch(url, { signal: inTime, folder, budget, owner, speech, isAwaited })();
    return [url, E.isLeft(found) && timeUp.aborted ? 'late' : found] as const;
  });
  return new Map(fetched);
};

/** Runs a step of planning; returns its result, or the cause of its failure. */
export const attempt = async <A>(step: () => Promise<A>): Promise<E.Either<FailureCause, A>> => {
  try {
    return E.right(await step());
  } catch (error) {
    if (error instanceof RenderError) return E.left(error.cause);
    throw error;
  }
};

/** Reads one source as a render would. */
const probed = async (
  source: FetchedSource,
  composition: Composition,
  context: RenderContext,
): Promise<E.Either<FailureCause, LocalSource | undefined>> =>
  attempt(async () => {
    const fetched = { sources: [source], assets: [] };
    await checkTables(fetched);
    await withSubtitles(composition, fetched);
    return (await probeSources(fetched, context)).get(source.use.at);
  });

/** Fetches and probes every source of a composition, and goes on after those that fail. */
export const checkSources = async (
  composition: Composition,
  budget: FetchBudget,
  context: RenderContext,
): Promise<CheckedSources> => {
  const uses = sourceUses(composition);
  const addresses = [
    ...new Map(
      uses.flatMap(({ from }) => {
        const address = addressOf(from);
        return address ? [[address.url, address] as const] : [];
      }),
    ).values(),
  ];
  const fetched = await fetchInTime(addresses.slice(0, MOST_ADDRESSES), budget, context);
  const problems: CheckProblem[] = [];
  const usable: FetchedSource[] = [];
  const media = new Map<ClipPath, LocalSource>();
  for (const [index, one] of uses.entries()) {
    context.signal.throwIfAborted();
    const field = fieldOf(one, composition);
    problems.push(...expiryProblems(one, field, Date.now()));
    const path = await pathOf(one, index, fetched, context.folder);
    if (path === 'unread') continue;
    if (path === 'late') {
      const message = `the source was not read within ${budget.fetchMs / 1000} s, so it is not checked`;
      problems.push(warning(field, message, 'Make sure that its server is fast enough, and check again.'));
      continue;
    }
    const local = E.isLeft(path) ? path : await probed({ use: one, path: path.right }, composition, context);
    if (E.isLeft(local)) problems.push(problemOf(local.left, field, one.from));
    else if (E.isRight(path)) usable.push({ use: one, path: path.right });
    if (E.isRight(local) && local.right) media.set(one.at, local.right);
  }
  if (addresses.length > MOST_ADDRESSES)
    problems.push(
      warning(
        'clips',
        `the video has ${addresses.length} sources, of which only the first ${MOST_ADDRESSES} are checked`,
        'Check the others with POST /v1/media.',
      ),
    );
  return { problems, usable, media };
};

/** The path of a source on the local disk, or why it has none. */
const pathOf = async (
  { from }: SourceUse,
  index: number,
  fetched: ReadonlyMap<string, Fetched>,
  folder: string,
): Promise<E.Either<FailureCause, string> | 'late' | 'unread'> => {
  if (from._tag === 'Inline') return E.right(await inlineFile(from.svg, folder, index));
  const found = fetched.get(addressOf(from)?.url ?? '') ?? 'unread';
  return typeof found === 'string' ? found : E.map(({ path }: FetchedAsset) => path)(found);
};

const MINUTE = 60_000;

/** A link that expires within this time, in ms, may not outlast the queue or a second attempt. */
const SOON = 60 * MINUTE;

/** The problems of a signed link that has expired or soon will. @param now ms since 1970 */
const expiryProblems = (
  { from }: Pick<SourceUse, 'from'>,
  field: string,
  now: number,
): ReadonlyArray<CheckProblem> => {
  const expiry = from._tag === 'Url' ? linkExpiry(from.url) : undefined;
  if (expiry === undefined || expiry - now > SOON) return [];
  const remedy = 'Sign a link that is valid for some hours.';
  if (expiry <= now)
    return [
      {
        severity: 'error',
        path: field,
        message: `the link expired at ${new Date(expiry).toISOString()}`,
        remedy,
      },
    ];
  const minutes = Math.ceil((expiry - now) / MINUTE);
  return [warning(field, `the link expires in ${minutes} min, possibly before it is rendered`, remedy)];
};
