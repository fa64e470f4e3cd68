const HEADER_BYTES = 8;

/** The boxes between the movie box and the chunk offsets of its tracks. */
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
const COUNT_OFFSET = 12;
const TABLE_OFFSET = 16;

/**
 * Adds `bytes` to all chunk offsets of a movie box, in place, because the chunks have moved.
 * @throws Error if a 32-bit offset overflows
 */
export const moveChunks = (box: Buffer, bytes: number): void => {
  const type = box.toString('latin1', 4, 8);
  if (type === 'stco' || type === 'co64') {
    const count = box.readUInt32BE(COUNT_OFFSET);
    for (let index = 0; index < count; index += 1)
      if (type === 'stco') {
        const at = TABLE_OFFSET + index * 4;
        box.writeUInt32BE(box.readUInt32BE(at) + bytes, at);
      } else {
        const at = TABLE_OFFSET + index * 8;
        box.writeBigUInt64BE(box.readBigUInt64BE(at) + BigInt(bytes), at);
      }
  } else if (CONTAINERS.has(type)) {
    for (let start = HEADER_BYTES; start < box.length;) {
      const size = box.readUInt32BE(start);
      if (size < HEADER_BYTES) throw new Error('a box in the movie box is malformed');
      moveChunks(box.subarray(start, start + size), bytes);
      start += size;
    }
  }
};

/** The extended type of the box of a manifest store (C2PA 2.1, A.5.1). */
const C2PA_TYPE = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');
/** Version and flags, the purpose, and the offset of a Merkle box: 0, for there is none. */
const C2PA_PURPOSE = Buffer.concat([Buffer.alloc(4), Buffer.from('manifest\0'), Buffer.alloc(8)]);

export const manifestBox = (jumbf: Uint8Array): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(HEADER_BYTES + C2PA_TYPE.length + C2PA_PURPOSE.length + jumbf.length);
  header.write('uuid', 4, 'latin1');
  return Buffer.concat([header, C2PA_TYPE, C2PA_PURPOSE, jumbf]);
};
