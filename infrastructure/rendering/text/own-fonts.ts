import { closeSync, openSync, readSync } from 'node:fs';
import type { LocalFont } from '../../../workers/render/ports/rasterizer.js';
import { familyKey, type FontFile } from './font-files.js';
import { type FontContent, fontContent, fontOf, readFontData } from './font-reading.js';

/** A client's font cannot be read. */
export class BrokenFont extends Error {
  readonly family: string;

  constructor(family: string) {
    super('the font is damaged or of a kind that is not supported');
    this.family = family;
  }
}

/** A face from a client's font, and the height of its glyphs. */
export interface OwnFace {
  readonly file: FontFile;
  /** The distance from the lowest to the highest point of any glyph, in font sizes. */
  readonly tallest: number;
}

/** TrueType, OpenType with CFF outlines, TrueType of Apple, WOFF2: by their first four bytes. */
const SIGNATURES: ReadonlySet<number> = new Set([0x00_01_00_00, 0x4f_54_54_4f, 0x74_72_75_65, 0x77_4f_46_32]);

/** Tables with glyphs: a font has at least one of them. */
const OUTLINES = ['glyf', 'CFF ', 'CFF2', 'CBDT', 'sbix'];

const signatureOf = (path: string): number => {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(4);
    return readSync(file, bytes) === 4 ? bytes.readUInt32BE(0) : 0;
  } finally {
    closeSync(file);
  }
};

/** Whether the tables of a font lie within its file (OpenType, table directory). */
const hasAllTables = (data: Buffer): boolean => {
  const count = data.readUInt16BE(4);
  for (let record = 12; record < 12 + count * 16; record += 16)
    if (data.readUInt32BE(record + 8) + data.readUInt32BE(record + 12) > data.length) return false;
  return count > 0;
};

/** The table of a font, if it exists and has at least this many bytes. */
const tableOf = (face: FontContent['face'], name: string, bytes: number) => {
  const table = face.referenceTable(name);
  return table && table.byteLength >= bytes
    ? new DataView(table.buffer, table.byteOffset, table.byteLength)
    : undefined;
};

/**
 * Reads a client's font. Weight and style come from the file unless the client states them.
 * @throws BrokenFont
 */
export const ownFace = ({ family, path, weight, style }: LocalFont): OwnFace => {
  try {
    return faceIn(family, path, weight, style);
  } catch {
    // Errors of libraries mean nothing to clients.
    throw new BrokenFont(family);
  }
};

const faceIn = (
  family: string,
  path: string,
  weight: LocalFont['weight'],
  style: LocalFont['style'],
): OwnFace => {
  if (!SIGNATURES.has(signatureOf(path))) throw new Error('not a font');
  const unpacked = readFontData(path);
  if (!hasAllTables(unpacked.data)) throw new Error('the file ends too early');
  const content = fontContent(unpacked, 0);
  const { face } = content;
  const head = tableOf(face, 'head', 54);
  const hasOutlines = OUTLINES.some((name) => tableOf(face, name, 1) !== undefined);
  if (!head || !hasOutlines || face.collectUnicodes().length === 0) throw new Error('not a whole font');
  const os2 = tableOf(face, 'OS/2', 64);
  const axis = face.getAxisInfos()['wght'];
  const written = Math.min(1000, Math.max(1, os2?.getUint16(4) ?? 400));
  const file: FontFile = {
    family: familyKey(family),
    weights: weight === undefined && axis ? [axis.min, axis.max] : [weight ?? written, weight ?? written],
    // OpenType, table OS/2: bit 0 of fsSelection; table head: bit 1 of macStyle.
    italic:
      style === undefined
        ? ((os2?.getUint16(62) ?? 0) & 1) === 1 || (head.getUint16(44) & 2) === 2
        : style === 'italic',
    path,
    index: 0,
    name: family,
  };
  const { unitsPerEm } = fontOf(content, file, { weight: file.weights[0], italic: false });
  const reach = Math.max(0, head.getInt16(42)) + Math.max(0, -head.getInt16(38));
  return { file, tallest: reach / unitsPerEm };
};
