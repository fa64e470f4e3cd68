import { isUuid, type AssetId } from '../ids.js';

const PREFIX = 'asset:';

export const assetSource = (id: AssetId): string => `${PREFIX}${id}`;

/** The asset that a source refers to; undefined if the source is a URL. */
export const assetOfSource = (source: string): AssetId | undefined => {
  const id = source.slice(PREFIX.length);
  return source.startsWith(PREFIX) && isUuid(id) ? (id as AssetId) : undefined;
};

/**
 * The assets that any string in a document refers to, such as sources and the defaults of variables, each with the path
 * of the first one, such as `clips[0].source`.
 */
export const assetsNamedIn = (value: unknown): ReadonlyMap<AssetId, string> => {
  const found = new Map<AssetId, string>();
  const visit = (node: unknown, path: string): void => {
    if (typeof node === 'string') {
      const id = assetOfSource(node);
      if (id !== undefined && !found.has(id)) found.set(id, path);
    } else if (Array.isArray(node)) node.forEach((item, index) => visit(item, `${path}[${index}]`));
    else if (typeof node === 'object' && node !== null)
      for (const [key, item] of Object.entries(node)) visit(item, path === '' ? key : `${path}.${key}`);
  };
  visit(value, '');
  return found;
};

/** The SHA-256 (hex) of assets, by their ids. */
export type AssetHashes = Readonly<Record<string, string>>;

/** The hashes of the assets that a document uses; undefined if it uses none. */
export const hashesUsedIn = (document: unknown, known: AssetHashes): AssetHashes | undefined => {
  const used = [...assetsNamedIn(document).keys()].flatMap((id) => {
    const hash = known[id];
    return hash === undefined ? [] : [[id, hash] as const];
  });
  return used.length > 0 ? Object.fromEntries(used) : undefined;
};
