import { createHash } from 'node:crypto';
import { isMetastream, metastreamOf, originalStreamOf } from './system-streams.js';

/** A longer name would not fit into an index entry of Postgres. */
const MAX_PLAIN_BYTES = 2000;

/** Begins what is stored in the place of a name; a name that begins with it is replaced itself. */
const MARK = '\u0001';

const isPlain = (name: string): boolean =>
  !name.startsWith(MARK) && !name.includes('\0') && Buffer.byteLength(name) <= MAX_PLAIN_BYTES;

const digestOf = (name: string): string => MARK + createHash('sha256').update(name).digest('hex');

/**
 * What a stream's name is stored as: itself, or a digest when Postgres can't hold or index it (null characters, great
 * length). A metastream's begins with `$$` in either case.
 */
export const storedNameOf = (stream: string): string => {
  const name = isMetastream(stream) ? originalStreamOf(stream) : stream;
  const stored = isPlain(name) ? name : digestOf(name);
  return isMetastream(stream) ? metastreamOf(stored) : stored;
};

/** Whether what is stored stands for a name, which has to be looked up. */
export const isDigest = (stored: string): boolean =>
  (isMetastream(stored) ? originalStreamOf(stored) : stored).startsWith(MARK);

/** Postgres' text holds no null character: an event type is stored with this and MARK escaped. */
export const storedTypeOf = (type: string): string =>
  type.replaceAll(MARK, MARK + MARK).replaceAll('\0', `${MARK}0`);

export const isEscaped = (storedType: string): boolean => storedType.includes(MARK);

export const typeOfStored = (stored: string): string =>
  stored
    .split(MARK + MARK)
    .map((part) => part.replaceAll(`${MARK}0`, '\0'))
    .join(MARK);
