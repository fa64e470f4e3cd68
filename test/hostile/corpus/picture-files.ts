/** A number of 16 bits, in little-endian order. */
export const uint16 = (value: number): Buffer => Buffer.from([value & 255, value >> 8]);
/** A number of 32 bits, in little-endian order. */
export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

/** A GIF with `frames` frames of one pixel each, on a screen with the given sides. */
export const gif = (width: number, height: number, frames: number): Buffer => {
  const screen = Buffer.concat([
    Buffer.from('GIF89a'),
    uint16(width),
    uint16(height),
    Buffer.from([0x80, 0, 0]),
  ]);
  const palette = Buffer.from([0, 160, 0, 0, 0, 0]);
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]),
    Buffer.concat([Buffer.from([0x2c]), uint16(0), uint16(0), uint16(1), uint16(1), Buffer.from([0])]),
    Buffer.from([2, 2, 0x44, 1, 0]),
  ]);
  return Buffer.concat([
    screen,
    palette,
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
};

/** A little-endian TIFF with one directory of these entries: tag, type, count, value. */
export const tiff = (entries: ReadonlyArray<readonly [number, number, number, number]>, next = 0): Buffer =>
  Buffer.concat([
    Buffer.from('II*\0', 'latin1'),
    uint32(8),
    uint16(entries.length),
    ...entries.map(([tag, type, count, value]) =>
      Buffer.concat([uint16(tag), uint16(type), uint32(count), uint32(value)]),
    ),
    uint32(next),
    Buffer.alloc(64),
  ]);

/** A grey TIFF with the given sides, without its pixels. @param next where the next directory is */
export const tiffOf = (width: number, height: number, next = 0): Buffer =>
  tiff(
    [
      [256, 4, 1, width],
      [257, 4, 1, height],
      [258, 3, 1, 8],
      [259, 3, 1, 1],
      [262, 3, 1, 1],
      [273, 4, 1, 8],
      [277, 3, 1, 1],
      [278, 4, 1, height],
      [279, 4, 1, 64],
    ],
    next,
  );

/** A JPEG whose frame header claims these sides. */
export const jpegSaying = (jpeg: Buffer, width: number, height: number): Buffer => {
  const changed = Buffer.from(jpeg);
  const frame =
    [0xc0, 0xc2].map((marker) => changed.indexOf(Buffer.from([0xff, marker]))).find((at) => at >= 0) ?? 0;
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
};

/** A progressive JPEG with many scans of the same picture. */
export const jpegOfManyScans = (jpeg: Buffer, scans: number): Buffer => {
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const end = jpeg.length - 2;
  return Buffer.concat([
    jpeg.subarray(0, scan),
    ...Array.from({ length: scans }, () => jpeg.subarray(scan, end)),
    jpeg.subarray(end),
  ]);
};
