import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A PNG chunk with its checksum. */
export const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};

/** The header chunk: sides in px, bits per channel, PNG's colour type. */
export const header = (width: number, height: number, bits = 8, colorType = 2): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([bits, colorType, 0, 0, 0], 8);
  return chunk('IHDR', data);
};

/** A PNG with these chunks between signature and end. */
export const png = (...chunks: ReadonlyArray<Buffer>): Buffer =>
  Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);

/** `bytes` zeros, compressed to about a thousandth. */
export const packedZeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 1 });
