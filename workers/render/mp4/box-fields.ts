import { createHash } from 'node:crypto';
import { dataViewOf } from '../h264/bytes.js';
import { type Mp4Box, boxesIn } from './boxes.js';

/** Values by name, for people to read and for comparison. */
export type Facts = Readonly<Record<string, string>>;

const CONTAINERS: ReadonlySet<string> = new Set(['edts', 'mdia', 'minf', 'stbl']);
/** Boxes that do not affect what is shown: positions of packets, random access, names, free space. */
const NEUTRAL: ReadonlySet<string> = new Set(
  'stco co64 stsc stsz stz2 stss sdtp sgpd sbgp cslg dinf elng iods free skip wide btrt'.split(' '),
);

export const hashed = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** The boxes in a movie, a track or a sample entry, by type. */
export type BoxFields = ReturnType<typeof boxFields>;

/** Far more than any verified file has. A hostile one could have millions, also nested. */
const MOST_BOXES = 1000;
/** The time tables are read in parts, so they do not count towards `MOST_BYTES`. */
const TABLES: ReadonlySet<string> = new Set(['stts', 'ctts']);
/** The most bytes of all other boxes, which are read and hashed at once: enough for cover pictures in tags. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The boxes in some bytes. @throws RangeError if they do not fill the bytes: other readers might find other boxes */
export const wholeBoxes = (bytes: Uint8Array): ReadonlyArray<Mp4Box> => {
  let [count, at] = [0, 0];
  for (; at + 8 <= bytes.length && count <= MOST_BOXES; count += 1)
    at += Math.max(8, dataViewOf(bytes).getUint32(at));
  if (at !== bytes.length || count > MOST_BOXES)
    throw new RangeError('the boxes do not fill their container');
  return boxesIn(bytes);
};

/**
 * Collects the boxes in a container and in the containers below it.
 * @param skipped a type that is not collected
 * @throws RangeError if boxes do not fill their container, or are too many or too large
 */
export const boxFields = (container: Uint8Array, skipped?: string) => {
  const found = new Map<string, Uint8Array>();
  const repeated: Mp4Box[] = [];
  let [boxes, size] = [0, 0];
  const collect = (bytes: Uint8Array): void => {
    for (const box of wholeBoxes(bytes)) {
      boxes += 1;
      if (box.type === skipped || NEUTRAL.has(box.type)) continue;
      const isTable = TABLES.has(box.type) && !found.has(box.type);
      if (!isTable && !CONTAINERS.has(box.type)) size += box.body.length;
      if (boxes > MOST_BOXES || size > MOST_BYTES)
        throw new RangeError('there are too many or too large boxes');
      if (CONTAINERS.has(box.type)) collect(box.body);
      // A MOV has a second handler, for the references to its media.
      else if (!found.has(box.type)) found.set(box.type, box.body);
      else if (box.type !== 'hdlr') repeated.push(box);
    }
  };
  collect(container);
  /** Takes the body of the first box of a type out of the collection. */
  const take = (type: string): Uint8Array | undefined => {
    const body = found.get(type);
    found.delete(type);
    return body;
  };
  return {
    take,
    /** As `take`. @throws RangeError if there is none */
    need: (type: string): Uint8Array => {
      const body = take(type);
      if (!body) throw new RangeError(`there is no ${type}`);
      return body;
    },
    /** The types and hashes of all boxes that were not taken and may affect what is shown, including repeated ones. */
    other: (): string =>
      [...found, ...repeated.map(({ type, body }) => [type, body] as const)]
        .map(([type, body]) => `${type} ${hashed(body)}`)
        .toSorted()
        .join(', ') || 'none',
  };
};
