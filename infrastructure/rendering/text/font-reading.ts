import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as hb from 'harfbuzzjs';
import type { FontFile } from './font-files.js';
import { fromWoff2, isWoff2 } from './woff2.js';

/** A face ready for shaping. Lengths are in font units; `unitsPerEm` of them make the font size. */
export interface Font {
  readonly file: FontFile;
  readonly shaper: hb.Font;
  /** The weight that it is drawn in; for variable fonts, the value on the weight axis. */
  readonly weight: number;
  /** Whether the face itself is italic. */
  readonly italic: boolean;
  readonly unitsPerEm: number;
  readonly ascent: number;
  /** Below the baseline, positive. */
  readonly descent: number;
  /** The middle of the underline, below the baseline. */
  readonly underlineOffset: number;
  readonly underlineThickness: number;
  /** The middle of the strikeout, above the baseline. */
  readonly strikeoutOffset: number;
  readonly strikeoutThickness: number;
  /** For fonts of coloured bitmaps: bitmap pixels per font size, and bitmap pixels above the baseline. */
  readonly bitmaps: { readonly pixelsPerEm: number; readonly ascent: number } | undefined;
  /** Hex digest of the file. */
  readonly sha256: string;
}

/** The bytes of a font, unpacked, and the hex digest of its file. */
export interface FontData {
  readonly data: Buffer;
  readonly sha256: string;
}

/** An opened face, and the hex digest of its file. */
export interface FontContent {
  readonly face: hb.Face;
  readonly sha256: string;
}

/** Reads a font file; WOFF2 is unpacked. */
export const readFontData = (path: string): FontData => {
  const file = readFileSync(path);
  return {
    data: isWoff2(file) ? fromWoff2(file) : file,
    sha256: createHash('sha256').update(file).digest('hex'),
  };
};

/** Opens a face of a font; `index` is its index in a collection. */
export const fontContent = ({ data, sha256 }: FontData, index: number): FontContent => ({
  face: new hb.Face(new hb.Blob(data), index),
  sha256,
});

/** The weight and style that a text asks for. */
interface Instance {
  readonly weight: number;
  readonly italic: boolean;
}

/** A face of a file, set to the requested weight and style as far as it has axes for them. */
export const fontOf = ({ face, sha256 }: FontContent, file: FontFile, { weight, italic }: Instance): Font => {
  const shaper = new hb.Font(face);
  const [lightest, heaviest] = file.weights;
  const drawn = Math.min(heaviest, Math.max(lightest, weight));
  const lean = italic && !file.italic ? leanOf(face) : undefined;
  const variations = [
    ...(face.getAxisInfos()['wght'] ? [`wght=${drawn}`] : []),
    ...(lean === undefined ? [] : [lean]),
  ].flatMap((text) => hb.Variation.fromString(text) ?? []);
  if (variations.length > 0) shaper.setVariations(variations);
  const { ascender, descender } = shaper.hExtents();
  const post = face.referenceTable('post');
  const view = post && new DataView(post.buffer, post.byteOffset, post.byteLength);
  const thickness = view?.getInt16(10) ?? 0;
  return {
    file,
    shaper,
    weight: drawn,
    italic: file.italic || lean !== undefined,
    unitsPerEm: face.upem,
    ascent: ascender,
    descent: -descender,
    underlineOffset: -(view?.getInt16(8) ?? -face.upem / 10),
    underlineThickness: thickness > 0 ? thickness : face.upem / 20,
    ...strikeoutOf(face),
    bitmaps: face.hasColorPng() ? bitmapStrike(face) : undefined,
    sha256,
  };
};

/** The axis setting that makes a variable font italic (OpenType, registered axes `ital` and `slnt`). */
const leanOf = (face: hb.Face): string | undefined => {
  const { ital, slnt } = face.getAxisInfos();
  if (ital && ital.max > ital.min) return `ital=${ital.max}`;
  return slnt && slnt.min < 0 ? `slnt=${Math.max(slnt.min, -15)}` : undefined;
};

/** Position of the strikeout (OpenType, table OS/2: yStrikeoutSize, and yStrikeoutPosition for its upper edge). */
const strikeoutOf = (face: hb.Face): Pick<Font, 'strikeoutOffset' | 'strikeoutThickness'> => {
  const table = face.referenceTable('OS/2');
  const view = table && new DataView(table.buffer, table.byteOffset, table.byteLength);
  const size = view?.getInt16(26) ?? 0;
  const thickness = size > 0 ? size : face.upem / 20;
  const top = view?.getInt16(28) ?? 0;
  return {
    strikeoutOffset: (top > 0 ? top : face.upem * 0.3) - thickness / 2,
    strikeoutThickness: thickness,
  };
};

/** The first strike of a bitmap font (OpenType, table CBLC: BitmapSize record, after a header of 8 bytes). */
const bitmapStrike = (face: hb.Face): Font['bitmaps'] => {
  const table = face.referenceTable('CBLC');
  if (!table) return undefined;
  const record = new DataView(table.buffer, table.byteOffset + 8, 48);
  return { pixelsPerEm: record.getUint8(45), ascent: record.getInt8(16) };
};
