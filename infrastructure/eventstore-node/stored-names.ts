import { createHash } from 'node:crypto';
import { isMetastream, metastreamOf, originalStreamOf } from './system-streams.js';

/** A longer name would not fit into a PostgreSQL index entry. */
const MAX_PLAIN_BYTES = 2000;

/** The prefix of stored replacements of names. A name with this prefix is replaced too. */
const MARK = '\u0001';

const isPlain = (name: string): boolean =>
  !name.startsWith(MARK) && !name.includes('\0') && Buffer.byteLength(name) <= MAX_PLAIN_BYTES;

const digestOf = (name: string): string => MARK + createHash('sha256').update(name).digest('hex');

/**
 * The stored form of a stream name: the name itself, or a digest if PostgreSQL cannot store or index it (null
 * characters, great length). The stored form of a metastream starts with `$$` in both cases.
 */
export const storedNameOf = (stream: string): string => {
  const name = isMetastream(stream) ? originalStreamOf(stream) : stream;
  const stored = isPlain(name) ? name : digestOf(name);
  return isMetastream(stream) ? metastreamOf(stored) : stored;
};

/** Whether the stored form is a digest, whose name has to be looked up. */
export const isDigest = (stored: string): boolean =>
  (isMetastream(stored) ? originalStreamOf(stored) : stored).startsWith(MARK);

/** PostgreSQL's text cannot contain null characters: in an event type, these and MARK are escaped. */
export const storedTypeOf = (type: string): string =>
  type.replaceAll(MARK, MARK + MARK).replaceAll('\0', `${MARK}0`);

export const isEscaped = (storedType: string): boolean => storedType.includes(MARK);

export const typeOfStored = (stored: string): string =>
  stored
    .split(MARK + MARK)
    .map((part) => part.replaceAll(`${MARK}0`, '\0'))
    .join(MARK);
