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

/** A font with further tables; those of the same tag are replaced. Checksums, which nobody verifies, are left out. */
export const withTables = (data: Buffer, index: number, more: Readonly<Record<string, Buffer>>): Buffer => {
  const kept = [...tableDirectory(data, index)].map(
    ([tag, { offset, length }]) => [tag, data.subarray(offset, offset + length)] as const,
  );
  const tables = [...new Map([...kept, ...Object.entries(more)])].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const start = directoryAt(data, index);
  const header = Buffer.alloc(12 + tables.length * 16);
  data.copy(header, 0, start, start + 4);
  header.writeUInt16BE(tables.length, 4);
  let at = header.length;
  const bodies = tables.flatMap(([tag, body], number) => {
    const record = 12 + number * 16;
    header.write(tag, record, 'latin1');
    header.writeUInt32BE(at, record + 8);
    header.writeUInt32BE(body.length, record + 12);
    const padding = Buffer.alloc((4 - (body.length % 4)) % 4);
    at += body.length + padding.length;
    return [body, padding];
  });
  return Buffer.concat([header, ...bodies]);
};

/** The first character of a plane for private use. */
const FIRST_CHARACTER = 0xf_0000;

/** The character of a glyph in a font of {@link withGlyphsAsCharacters}. */
export const glyphCharacter = (glyph: number): string => String.fromCodePoint(FIRST_CHARACTER + glyph);

/** A face whose characters are the numbers of its glyphs, by a character map of one group (OpenType, `cmap`, format 12). */
export const withGlyphsAsCharacters = (data: Buffer, index: number): Buffer => {
  const cmap = Buffer.alloc(40);
  for (const [at, value] of [
    [2, 1],
    [4, 3],
    [6, 10],
    [12, 12],
  ] as const)
    cmap.writeUInt16BE(value, at);
  for (const [at, value] of [
    [8, 12],
    [16, 28],
    [24, 1],
    [28, FIRST_CHARACTER],
    [32, FIRST_CHARACTER + 0xfffd],
  ] as const)
    cmap.writeUInt32BE(value, at);
  return withTables(data, index, { cmap });
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
