const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl', 'edts']);

/** An MP4 box including its header. */
export const box = (type: string, ...content: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/**
 * An MP4 with every box of a type replaced, at any depth.
 * @param change receives the content of a box without its header, and returns the whole new box
 */
export const withBoxes = (mp4: Buffer, type: string, change: (content: Buffer) => Buffer): Buffer => {
  const parts: Buffer[] = [];
  for (let at = 0; at + 8 <= mp4.length;) {
    const size = mp4.readUInt32BE(at) || mp4.length - at;
    const name = mp4.toString('latin1', at + 4, at + 8);
    const content = mp4.subarray(at + 8, at + size);
    if (name === type) parts.push(change(content));
    else
      parts.push(
        CONTAINERS.has(name) ? box(name, withBoxes(content, type, change)) : mp4.subarray(at, at + size),
      );
    at += size;
  }
  return Buffer.concat(parts);
};

/** An MP4 with some bytes overwritten in every box of a type, starting at `offset` in its content. */
export const withBytes = (mp4: Buffer, type: string, offset: number, bytes: ReadonlyArray<number>): Buffer =>
  withBoxes(mp4, type, (content) => {
    const changed = Buffer.from(content);
    changed.set(bytes, offset);
    return box(type, changed);
  });
