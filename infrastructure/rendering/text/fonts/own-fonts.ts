import { closeSync, openSync, readSync } from 'node:fs';
import type { LocalFont } from '../../../../workers/render/ports/rasterizer.js';
import { familyKey, type FontFile } from './font-files.js';
import { fontContent, fontOf, readFontData } from './font-reading.js';
import { tableDirectory } from './font-tables.js';

/** A client's font cannot be read. */
export class BrokenFont extends Error {
  readonly family: string;

  constructor(family: string) {
    super('the font could not be read: it may be damaged or of a kind that is not supported');
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

/** The tables of a font, by tag, if all of them lie within its file. */
const wholeTables = (data: Buffer): ReturnType<typeof tableDirectory> => {
  const tables = tableDirectory(data, 0);
  if (tables.size === 0 || [...tables.values()].some(({ offset, length }) => offset + length > data.length))
    throw new Error('the file ends too early');
  return tables;
};

/** Reads a client's font. Weight and style come from the file unless the client states them. @throws BrokenFont */
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
  const directory = wholeTables(unpacked.data);
  const content = fontContent(unpacked, 0);
  const { face, tables } = content;
  const head = tables.get('head');
  const hasOutlines = OUTLINES.some((name) => (directory.get(name)?.length ?? 0) > 0);
  if (!head || !hasOutlines || face.collectUnicodes().length === 0) throw new Error('the font is incomplete');
  const os2 = tables.get('OS/2');
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
    isOwn: true,
    name: family,
  };
  const { unitsPerEm } = fontOf(content, file, { weight: file.weights[0], italic: false });
  const reach = Math.max(0, head.getInt16(42)) + Math.max(0, -head.getInt16(38));
  return { file, tallest: reach / unitsPerEm };
};
