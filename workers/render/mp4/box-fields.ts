import { createHash } from 'node:crypto';
import { dataViewOf } from '../h264/bytes.js';
import { type Mp4Box, boxesIn } from './boxes.js';

/** Names and values. */
export type Facts = Readonly<Record<string, string>>;

const CONTAINERS: ReadonlySet<string> = new Set(['edts', 'mdia', 'minf', 'stbl']);
/** Boxes that change nothing that is shown: where packets are and which can be decoded first, names, free space. */
const NEUTRAL: ReadonlySet<string> = new Set(
  'stco co64 stsc stsz stz2 stss sdtp sgpd sbgp cslg dinf elng iods free skip wide btrt'.split(' '),
);

export const hashed = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** The boxes in a movie, a track or a sample entry, by type. */
export type BoxFields = ReturnType<typeof boxFields>;

/** Far more than the files have that are verified; a hostile one could have millions, in each other too. */
const MOST_BOXES = 1000;
/** The tables of times, which are read in parts, may be larger than all other boxes together. */
const TABLES: ReadonlySet<string> = new Set(['stts', 'ctts']);
/** The most bytes of other boxes: enough for the pictures among tags. They are read and hashed at once. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The boxes in some bytes. @throws RangeError where they do not fill them, so that another reader may find others */
export const wholeBoxes = (bytes: Uint8Array): ReadonlyArray<Mp4Box> => {
  let [count, at] = [0, 0];
  for (; at + 8 <= bytes.length && count <= MOST_BOXES; count += 1)
    at += Math.max(8, dataViewOf(bytes).getUint32(at));
  if (at !== bytes.length || count > MOST_BOXES)
    throw new RangeError('the boxes do not fill their container');
  return boxesIn(bytes);
};

/**
 * Collects the boxes in a container and in those below it.
 * @param leftOut a type that is not collected
 * @throws RangeError where boxes do not fill their container, or are far too many or too large
 */
export const boxFields = (container: Uint8Array, leftOut?: string) => {
  const found = new Map<string, Uint8Array>();
  const repeated: Mp4Box[] = [];
  let [boxes, size] = [0, 0];
  const collect = (bytes: Uint8Array): void => {
    for (const box of wholeBoxes(bytes)) {
      boxes += 1;
      if (box.type === leftOut || NEUTRAL.has(box.type)) continue;
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
  /** The body of the first box of a type, which then is not among the others. */
  const take = (type: string): Uint8Array | undefined => {
    const body = found.get(type);
    found.delete(type);
    return body;
  };
  return {
    take,
    /** @throws RangeError where there is none */
    need: (type: string): Uint8Array => {
      const body = take(type);
      if (!body) throw new RangeError(`there is no ${type}`);
      return body;
    },
    /** Everything that was not taken and may change what is shown, with hashes; a box that is there twice, too. */
    other: (): string =>
      [...found, ...repeated.map(({ type, body }) => [type, body] as const)]
        .map(([type, body]) => `${type} ${hashed(body)}`)
        .toSorted()
        .join(', ') || 'none',
  };
};
