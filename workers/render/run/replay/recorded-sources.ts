import { rm, link } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { withoutSecrets } from '../../../../domain/codec/web-url.js';
import type { Provenance } from '../../../../domain/render/render-output.js';
import { recordedFailure, RenderError } from '../../../../domain/render/failure-cause.js';
import type { LostSource } from '../../../../domain/render/replay-verdict.js';
import type { FetchedAsset, AssetSource, FetchOptions } from '../../ports/asset-source.js';
import type { SourcePins } from '../../../../application/ports/source-pins.js';

type RecordedSource = Provenance['sources'][number];

interface SourceDependencies {
  readonly assets: AssetSource;
  readonly pins: SourcePins;
}

/** The sources of a render with their recorded content, and the sources whose content is gone or has changed. */
interface RecordedSources {
  readonly assets: ReadonlyArray<FetchedAsset>;
  readonly lost: ReadonlyArray<LostSource>;
}

/**
 * Gets one source with its recorded content: the pinned copy, or else the current content of its URL, if it is the same.
 * @throws RenderError if the storage can't be reached
 */
const recordedSource = async (
  { url, sha256, bytes }: RecordedSource,
  { assets, pins }: SourceDependencies,
  options: FetchOptions,
): Promise<E.Either<LostSource, FetchedAsset>> => {
  const lost = (problem: LostSource['problem'], more: Partial<LostSource>) =>
    E.left<LostSource>({ url: withoutSecrets(url), sha256, problem, ...more });
  const path = join(options.folder, `pinned-${sha256}`);
  const pinned = await pins.take(sha256, path)();
  if (E.isLeft(pinned)) throw new RenderError({ _tag: 'StorageFailed' });
  if (pinned.right) return E.right({ url, path, sha256, bytes });
  const fetched = await assets.fetch(url, options)();
  options.signal.throwIfAborted();
  if (E.isLeft(fetched)) return lost('gone', { message: recordedFailure(fetched.left).message });
  if (fetched.right.sha256 === sha256) return E.right({ ...fetched.right, url });
  await rm(fetched.right.path, { force: true });
  return lost('changed', { found: fetched.right.sha256 });
};

/** Gets all recorded sources into the folder, one after the other. @throws RenderError if the storage can't be reached */
export const recordedSources = async (
  sources: ReadonlyArray<RecordedSource>,
  dependencies: SourceDependencies,
  options: FetchOptions,
): Promise<RecordedSources> => {
  const found: E.Either<LostSource, FetchedAsset>[] = [];
  const byHash = new Map<string, FetchedAsset>();
  for (const source of sources) {
    const same = byHash.get(source.sha256);
    const one = same
      ? E.right({ ...same, url: source.url })
      : await recordedSource(source, dependencies, options);
    if (E.isRight(one)) byHash.set(source.sha256, one.right);
    found.push(one);
  }
  return {
    assets: found.flatMap((one) => (E.isRight(one) ? [one.right] : [])),
    lost: found.flatMap((one) => (E.isLeft(one) ? [one.left] : [])),
  };
};

const pathIn = (folder: string, url: string): string =>
  join(folder, `source-${createHash('sha256').update(url).digest('hex').slice(0, 32)}`);

/** Serves only sources that are already on the local disk, by their URL. */
export const localAssets = (assets: ReadonlyMap<string, FetchedAsset>): AssetSource => ({
  fetch: (url, { folder }) =>
    TE.tryCatch(
      async () => {
        const asset = assets.get(url);
        if (!asset) throw new RangeError('unknown');
        const path = pathIn(folder, url);
        await link(asset.path, path);
        return { ...asset, path };
      },
      () => ({
        _tag: 'DownloadFailed',
        message: 'the recorded render did not use this source',
        retryable: false,
      }),
    ),
});
