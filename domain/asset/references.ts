import { isUuid } from '../ids.js';
import type { AssetId } from '../ids.js';

const PREFIX = 'asset:';

/** How a source names an asset. */
export const assetSource = (id: AssetId): string => `${PREFIX}${id}`;

/** The asset that a source names; undefined if it is an address. */
export const assetOfSource = (source: string): AssetId | undefined => {
  const id = source.slice(PREFIX.length);
  return source.startsWith(PREFIX) && isUuid(id) ? (id as AssetId) : undefined;
};

/** The assets that strings anywhere in a document name, such as sources and the defaults of variables. */
export const assetsNamedIn = (value: unknown): ReadonlyArray<AssetId> => {
  const found = new Set<AssetId>();
  const visit = (one: unknown): void => {
    if (typeof one === 'string') {
      const id = assetOfSource(one);
      if (id !== undefined) found.add(id);
    } else if (typeof one === 'object' && one !== null) Object.values(one).forEach(visit);
  };
  visit(value);
  return [...found];
};

/** The SHA-256 (hex) of assets, by their ids. */
export type AssetHashes = Readonly<Record<string, string>>;

/** Those hashes that a document uses; undefined if it uses none. */
export const hashesUsedIn = (document: unknown, known: AssetHashes): AssetHashes | undefined => {
  const used = assetsNamedIn(document).flatMap((id) => {
    const hash = known[id];
    return hash === undefined ? [] : [[id, hash] as const];
  });
  return used.length > 0 ? Object.fromEntries(used) : undefined;
};
