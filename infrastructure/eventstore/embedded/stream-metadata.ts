import { DELETED_REVISION } from './system-streams.js';

/** The part of a stream's metadata that decides which of its events can be read. */
export type StreamMetadata = {
  readonly maxCount?: bigint;
  /** Seconds. */
  readonly maxAge?: bigint;
  readonly truncateBefore?: bigint;
};

const NONE: StreamMetadata = {};

/** Metastreams keep only their latest event readable. */
export const METASTREAM_METADATA: StreamMetadata = { maxCount: 1n };

const parseObject = (raw: Uint8Array): Record<string, unknown> | undefined => {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(raw).toString('utf8'));
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
};

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);

/** JSON.parse rounds the greatest int64 to 2^63, so everything up there means "deleted". */
const toRevision = (value: number): bigint => {
  const exact = BigInt(value);
  return exact > DELETED_REVISION ? DELETED_REVISION : exact;
};

/**
 * Takes the data of a metastream's last event. Metadata that isn't a JSON object or holds a value out of its
 * range counts as no metadata at all.
 */
export const parseStreamMetadata = (raw: Uint8Array | undefined): StreamMetadata => {
  const json = raw === undefined ? undefined : parseObject(raw);
  if (json === undefined) return NONE;
  const { $maxCount: maxCount, $maxAge: maxAge, $tb: truncateBefore } = json;
  const valid = (value: unknown, minimum: number): boolean =>
    value === undefined || value === null || (isWhole(value) && value >= minimum);
  if (!valid(maxCount, 1) || !valid(maxAge, 1) || !valid(truncateBefore, 0)) return NONE;
  return {
    ...(isWhole(maxCount) ? { maxCount: BigInt(maxCount) } : {}),
    ...(isWhole(maxAge) ? { maxAge: BigInt(maxAge) } : {}),
    ...(isWhole(truncateBefore) ? { truncateBefore: toRevision(truncateBefore) } : {}),
  };
};

export const isSoftDeleted = (metadata: StreamMetadata): boolean =>
  metadata.truncateBefore === DELETED_REVISION;

/** The metadata a soft delete writes. Spelt out because a JavaScript number can't hold the value. */
export const softDeletedMetadata = (): Uint8Array => Buffer.from(`{"$tb":${DELETED_REVISION}}`, 'utf8');

/**
 * Takes a soft-deleted stream's metadata and gives the same with `$tb` moved to where the stream begins anew;
 * undefined when the metadata is no JSON object, in which case nothing was deleted by it.
 */
export const undeletedMetadata = (
  raw: Uint8Array | undefined,
  firstRevision: bigint,
): Uint8Array | undefined => {
  const json = raw === undefined ? undefined : parseObject(raw);
  if (json === undefined) return undefined;
  return Buffer.from(JSON.stringify({ ...json, $tb: Number(firstRevision) }), 'utf8');
};
