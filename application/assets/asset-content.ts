import { sha256 } from '../digests.js';

/** The key of a content in the storage of assets. It depends on the owner, so that nobody learns what others have. */
export const contentKey = (ownerId: string, contentSha256: string): string =>
  `${sha256(ownerId).slice(0, 16)}-${contentSha256}`;

const PREFIX = 'stored:';

/**
 * The source by which a preview refers to a content that is not yet an asset. Sources of requests are only addresses and
 * assets.
 */
export const contentSource = (contentSha256: string): string => PREFIX + contentSha256;

/** The SHA-256 of the content that a source refers to; undefined if it is another kind of source. */
export const contentOfSource = (source: string): string | undefined =>
  /^stored:[0-9a-f]{64}$/.test(source) ? source.slice(PREFIX.length) : undefined;
