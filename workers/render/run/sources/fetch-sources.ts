import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { FetchedAsset } from '../../ports/asset-source.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import { type RenderContext, type FetchBudget, workingOn } from '../context.js';
import { valueOf } from '../failures.js';
import { inParallel, withinTime } from '../tasks.js';
import { type SourceUse, sourceUses, type SourceOrigin } from '../../plan/source-uses.js';
import type { Speech } from '../../../../domain/composition/fields/speech.js';

const PARALLEL_DOWNLOADS = 4;

/** A source on the local disk. */
export interface FetchedSource {
  readonly use: SourceUse;
  readonly path: string;
}

export interface FetchedSources {
  readonly sources: ReadonlyArray<FetchedSource>;
  /** The downloads, each URL once. */
  readonly assets: ReadonlyArray<FetchedAsset>;
}

/** Downloads all sources of a render, each URL once, within one budget, and writes inline documents to files. */
export const fetchSources = async (
  composition: Composition,
  { fetchBytes, fetchMs, isAwaited = false }: FetchBudget,
  context: RenderContext,
): Promise<FetchedSources> => {
  const { folder, owner, signal, progress, assets } = context;
  const uses = sourceUses(composition);
  const firstUses = new Map<string, SourceAddress & { readonly at: ClipPath }>();
  for (const { from, at } of uses) {
    const address = addressOf(from);
    if (address && !firstUses.has(address.url)) firstUses.set(address.url, { ...address, at });
  }
  const budget = { remainingBytes: fetchBytes };
  let fetched = 0;
  const found = await withinTime({ doing: 'downloads', ms: fetchMs }, signal, (signal) =>
    inParallel([...firstUses.values()], PARALLEL_DOWNLOADS, signal, async ({ url, speech, at }, signal) => {
      const asset = await workingOn(context, [at], () =>
        valueOf(assets.fetch(url, { signal, folder, budget, owner, speech, isAwaited }), at),
      );
      fetched += 1;
      progress('fetch', fetched / firstUses.size);
      return asset;
    }),
  );
  progress('fetch', 1);
  const paths = new Map(found.map(({ url, path }) => [url, path]));
  const sources: FetchedSource[] = [];
  for (const [index, one] of uses.entries()) {
    const path =
      one.from._tag === 'Inline'
        ? await inlineFile(one.from.svg, folder, index)
        : paths.get(addressOf(one.from)?.url ?? '');
    if (path !== undefined) sources.push({ use: one, path });
  }
  return { sources, assets: found };
};

/** The encoding in an XML declaration, and the text before it (group 1). */
const STATED_ENCODING = /^(\uFEFF?\s*<\?xml\b[^>]*?)\s+encoding\s*=\s*(?:"[^"]*"|'[^']*')/;

/**
 * Writes an inline document to a file, as UTF-8. It removes the stated encoding, which was that of the original file.
 * @returns its path
 */
export const inlineFile = async (svg: string, folder: string, index: number): Promise<string> => {
  const path = join(folder, `inline-${index}.svg`);
  await writeFile(path, svg.replace(STATED_ENCODING, '$1'), { mode: 0o600 });
  return path;
};

/** Files of colour tables by their URLs. */
export const tablesOf = ({ sources }: FetchedSources): Readonly<Record<string, string>> =>
  Object.fromEntries(
    sources.flatMap(({ use: { role, from }, path }) =>
      role === 'table' && from._tag === 'Url' ? [[from.url, path]] : [],
    ),
  );

export interface SourceAddress {
  readonly url: string;
  /** The speech, if the address stands for one. */
  readonly speech?: Speech;
}

/** The address of a speech: a hash of everything that a client states about it. */
export const speechAddress = ({ text, voice, language, speed = 1 }: Speech): string =>
  `speech:${createHash('sha256')
    .update(JSON.stringify([text, voice ?? null, language ?? null, speed]))
    .digest('hex')}`;

/** The address of a source; undefined if it is in the document. */
export const addressOf = (from: SourceOrigin): SourceAddress | undefined => {
  switch (from._tag) {
    case 'Url':
      return { url: from.url };
    case 'Speech':
      return { url: speechAddress(from.speech), speech: from.speech };
    case 'Inline':
      return undefined;
  }
};
