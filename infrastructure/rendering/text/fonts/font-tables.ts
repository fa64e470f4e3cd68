/** The tables whose measures are read here, and how many of their bytes are needed, also of those that may be longer. */
const NEEDED = { head: 54, 'OS/2': 64, post: 32, CBLC: 56 } as const;

/**
 * The beginnings of tables of a face: of those that it has and that are long enough.
 *
 * They are copies in the memory of JavaScript. Tables that HarfBuzz hands out lie in its WebAssembly memory, and can no
 * longer be read once that memory grows, which any call of HarfBuzz may cause.
 */
export type FontTables = ReadonlyMap<string, DataView>;

/** Where the table directory of a face begins: in a collection, its header states it (OpenType, "Font Collections"). */
const directoryAt = (data: Buffer, index: number): number =>
  data.toString('latin1', 0, 4) === 'ttcf' ? data.readUInt32BE(12 + index * 4) : 0;

/** Where the tables of a face are in its file, by tag (OpenType, "Organization of an OpenType Font"). */
export const tableDirectory = (
  data: Buffer,
  index: number,
): ReadonlyMap<string, { readonly offset: number; readonly length: number }> => {
  const start = directoryAt(data, index);
  return new Map(
    Array.from({ length: data.readUInt16BE(start + 4) }, (_, number) => {
      const record = start + 12 + number * 16;
      return [
        data.toString('latin1', record, record + 4),
        { offset: data.readUInt32BE(record + 8), length: data.readUInt32BE(record + 12) },
      ];
    }),
  );
};

/**
 * Reads the tables with the measures of a face; `index` is its index in a collection.
 * @throws RangeError if the file ends within its table directory
 */
export const fontTables = (data: Buffer, index: number): FontTables => {
  const directory = tableDirectory(data, index);
  return new Map(
    Object.entries(NEEDED).flatMap(([tag, bytes]) => {
      const table = directory.get(tag);
      if (!table || table.length < bytes || table.offset + bytes > data.length) return [];
      return [[tag, new DataView(Uint8Array.from(data.subarray(table.offset, table.offset + bytes)).buffer)]];
    }),
  );
};
