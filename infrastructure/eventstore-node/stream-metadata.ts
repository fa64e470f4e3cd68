import { jsonMembers } from './json-members.js';
import { DELETED_REVISION } from './system-streams.js';

/** The part of a stream's metadata that decides which of its events can be read. */
export type StreamMetadata = {
  readonly maxCount?: bigint;
  /** Seconds. */
  readonly maxAge?: bigint;
  readonly truncateBefore?: bigint;
};

const NONE: StreamMetadata = {};

/** Only the latest event of a metastream can be read. */
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

/** Seconds; the maximum of .NET's TimeSpan. */
const GREATEST_AGE = 922_337_203_685n;

const integer = (text: string): bigint => {
  const value = /^-?\d+$/u.test(text) ? BigInt(text) : undefined;
  if (value === undefined || value > DELETED_REVISION || value < -DELETED_REVISION) {
    throw new SyntaxError('not an int64');
  }
  return value;
};

const ACL_NAMES = new Set(['$r', '$w', '$d', '$mr', '$mw']);

const isRoles = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((role) => typeof role === 'string'));

const checkAcl = (text: string): void => {
  const acl: unknown = JSON.parse(text);
  const isObject = typeof acl === 'object' && acl !== null && !Array.isArray(acl);
  const valid =
    isObject && Object.entries(acl).every(([name, roles]) => ACL_NAMES.has(name) && isRoles(roles));
  if (!valid) throw new SyntaxError('not an access control list');
};

const checkBoolean = (text: string): void => {
  if (text !== 'true' && text !== 'false') throw new SyntaxError('not a boolean');
};

const parseMembers = (text: string): StreamMetadata => {
  const values = new Map<string, bigint>();
  for (const [name, value] of jsonMembers(text)) {
    switch (name) {
      case '$maxCount':
      case '$maxAge':
      case '$tb':
      case '$cacheControl':
        values.set(name, integer(value));
        break;
      case '$tmp':
        checkBoolean(value);
        break;
      case '$acl':
        checkAcl(value);
        break;
      default:
        JSON.parse(value);
    }
  }
  const atLeast = (name: string, least: bigint): bigint | undefined => {
    const value = values.get(name);
    return value === undefined || value < least ? undefined : value;
  };
  const [maxCount, maxAge] = [atLeast('$maxCount', 1n), atLeast('$maxAge', 1n)];
  const truncateBefore = atLeast('$tb', 0n);
  if (maxAge !== undefined && maxAge > GREATEST_AGE) throw new SyntaxError('not a time span');
  return {
    ...(maxCount === undefined ? {} : { maxCount }),
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(truncateBefore === undefined ? {} : { truncateBefore }),
  };
};

/**
 * Parses the data of a metastream's last event. As in EventStoreDB, a number out of range is ignored, while text that
 * is not a JSON object, or a system property of the wrong type, invalidates all of the metadata.
 */
export const parseStreamMetadata = (raw: Uint8Array | undefined): StreamMetadata => {
  if (raw === undefined) return NONE;
  try {
    return parseMembers(Buffer.from(raw).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return NONE;
    throw error;
  }
};

export const isSoftDeleted = (metadata: StreamMetadata): boolean =>
  metadata.truncateBefore === DELETED_REVISION;

/** The metadata of a soft delete. Written as text because a JavaScript number cannot represent the value. */
export const softDeletedMetadata = (): Uint8Array => Buffer.from(`{"$tb":${DELETED_REVISION}}`, 'utf8');

/**
 * The metadata of a soft-deleted stream with `$tb` moved to where the stream starts again; undefined if the metadata is
 * not a JSON object, in which case it did not delete anything.
 */
export const undeletedMetadata = (
  raw: Uint8Array | undefined,
  firstRevision: bigint,
): Uint8Array | undefined => {
  const json = raw === undefined ? undefined : parseObject(raw);
  if (json === undefined) return undefined;
  return Buffer.from(JSON.stringify({ ...json, $tb: Number(firstRevision) }), 'utf8');
};
