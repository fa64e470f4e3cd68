import { bitWriter } from '../../h264/bits.js';

/** The range of the less probable symbol, by state (from 6) and range (H.264, table 9-44). */
const LESS_PROBABLE = [
  105, 128, 152, 175, 100, 122, 144, 166, 95, 116, 137, 158, 90, 110, 130, 150, 85, 104, 123, 142, 81, 99,
  117, 135, 77, 94, 111, 128, 73, 89, 105, 122, 69, 85, 100, 116, 66, 80, 95, 110, 62, 76, 90, 104, 59, 72,
  86, 99, 56, 69, 81, 94, 53, 65, 77, 89, 51, 62, 73, 85, 48, 59, 69, 80, 46, 56, 66, 76, 43, 53, 63, 72, 41,
  50, 59, 69, 39, 48, 56, 65, 37, 45, 54, 62, 35, 43, 51, 59, 33, 41, 48, 56, 32, 39, 46, 53, 30, 37, 43, 50,
  29, 35, 41, 48, 27, 33, 39, 45, 26, 31, 37, 43, 24, 30, 35, 41, 23, 28, 33, 39, 22, 27, 32, 37, 21, 26, 30,
  35, 20, 24, 29, 33, 19, 23, 27, 31, 18, 22, 26, 30, 17, 21, 25, 28, 16, 20, 23, 27, 15, 19, 22, 25, 14, 18,
  21, 24, 14, 17, 20, 23, 13, 16, 19, 22, 12, 15, 18, 21, 12, 14, 17, 20, 11, 14, 16, 19, 11, 13, 15, 18, 10,
  12, 15, 17, 10, 12, 14, 16, 9, 11, 13, 15, 9, 11, 12, 14, 8, 10, 12, 14, 8, 9, 11, 13, 7, 9, 11, 12, 7, 9,
  10, 12, 7, 8, 10, 11, 6, 8, 9, 11, 6, 7, 9, 10, 6, 7, 8, 9,
];
/** The state of the context of `mb_skip_flag` at the start of a P slice with QP 26, in which a skip is more probable. */
const FIRST_STATE = 6;
const LAST_STATE = 62;

/** The QP of slices for which these blocks are written. */
export const SKIP_QP = 26;

/**
 * The data of a P slice in which all macroblocks are skipped, with CABAC (H.264, section 9.3.4). Each macroblock has a
 * flag that it is skipped, and one whether it is the last. The data follows a slice header that is padded to whole bytes.
 */
export const skippedBlocks = (count: number): Uint8Array => {
  const writer = bitWriter();
  let low = 0;
  let range = 510;
  let outstanding = 0;
  let isFirst = true;
  let state = FIRST_STATE;
  const put = (bit: 0 | 1): void => {
    if (isFirst) isFirst = false;
    else writer.bits(bit, 1);
    for (; outstanding > 0; outstanding -= 1) writer.bits(1 - bit, 1);
  };
  const renormalise = (): void => {
    while (range < 256) {
      if (low < 256) put(0);
      else if (low >= 512) {
        low -= 512;
        put(1);
      } else {
        low -= 256;
        outstanding += 1;
      }
      range *= 2;
      low *= 2;
    }
  };
  for (let block = 0; block < count; block += 1) {
    range -= LESS_PROBABLE[(state - FIRST_STATE) * 4 + ((range >> 6) & 3)] ?? 0;
    state = Math.min(LAST_STATE, state + 1);
    renormalise();
    range -= 2;
    if (block < count - 1) renormalise();
  }
  low += range;
  range = 2;
  renormalise();
  put(((low >> 9) & 1) === 1 ? 1 : 0);
  // The last of these bits ends the slice.
  writer.bits(((low >> 7) & 3) | 1, 2);
  writer.align(0);
  return writer.written();
};
