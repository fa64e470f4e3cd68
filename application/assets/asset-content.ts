import { sha256 } from '../commands/hash-chain.js';

/** The key of a content in the storage of assets: each owner has its own, so that nobody learns what others have. */
export const contentKey = (ownerId: string, contentSha256: string): string =>
  `${sha256(ownerId).slice(0, 16)}-${contentSha256}`;

const PREFIX = 'stored:';

/**
 * How a preview names a content of its owner that is not yet an asset. Requests can't: their sources are addresses and
 * assets.
 */
export const contentSource = (contentSha256: string): string => PREFIX + contentSha256;

/** The SHA-256 of the content that a source names; undefined if it is another source. */
export const contentOfSource = (source: string): string | undefined =>
  /^stored:[0-9a-f]{64}$/.test(source) ? source.slice(PREFIX.length) : undefined;
