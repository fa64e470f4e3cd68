import { dataViewOf } from '../h264/bytes.js';

// Boxes of an MP4 (ISO 14496-12).

export interface Mp4Box {
  readonly type: string;
  /** Header and body. */
  readonly bytes: Uint8Array;
  readonly body: Uint8Array;
}

const HEADER = 8;

/** The boxes in some bytes, up to the first that does not fit. */
export const boxesIn = (bytes: Uint8Array): ReadonlyArray<Mp4Box> => {
  const boxes: Mp4Box[] = [];
  for (let at = 0; at + HEADER <= bytes.length;) {
    const size = dataViewOf(bytes).getUint32(at);
    if (size < HEADER || at + size > bytes.length) break;
    const box = bytes.subarray(at, at + size);
    boxes.push({
      type: String.fromCharCode(...box.subarray(4, HEADER)),
      bytes: box,
      body: box.subarray(HEADER),
    });
    at += size;
  }
  return boxes;
};

/** The body of the first box at a path of types. */
export const boxAt = (
  bytes: Uint8Array,
  ...[type, ...rest]: ReadonlyArray<string>
): Uint8Array | undefined => {
  const found = boxesIn(bytes).find((box) => box.type === type);
  return found && rest.length > 0 ? boxAt(found.body, ...rest) : found?.body;
};

/** `count` unsigned 32-bit numbers of a body, from the byte `from` on. */
export const wordsIn = (body: Uint8Array, from: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => dataViewOf(body).getUint32(from + index * 4));
