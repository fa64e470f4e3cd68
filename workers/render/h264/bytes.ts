export const dataViewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

/** Numbers of 32 bits. */
export const wordBytes = (values: ReadonlyArray<number>): Uint8Array => {
  const bytes = new Uint8Array(values.length * 4);
  for (const [index, value] of values.entries()) dataViewOf(bytes).setUint32(index * 4, value);
  return bytes;
};
