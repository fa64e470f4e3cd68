export const dataViewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A part of a file or of a sample, in bytes. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}
