import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as hb from 'harfbuzzjs';
import type { FontFile } from './font-files.js';
import { fontTables } from './font-tables.js';
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
  /** Whether glyphs have colours of their own, or pictures (OpenType, tables COLR and sbix). */
  readonly hasColorGlyphs: boolean;
  readonly isColored: (glyph: number) => boolean;
  /** The values on its axes, as CSS writes them (`font-variation-settings`). */
  readonly variations: string;
  /** Whether it is drawn thicker, because its family has no bold face and the text asks for one. */
  readonly isEmboldened: boolean;
  /** Hex digest of the file. */
  readonly sha256: string;
}

/** The bytes of a font, unpacked, and the hex digest of its file. */
export interface FontData {
  readonly data: Buffer;
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

/** Opens a face of a font, and reads tables of it; `index` is its index in a collection. */
export const fontContent = ({ data, sha256 }: FontData, index: number) => ({
  face: new hb.Face(new hb.Blob(data), index),
  tables: fontTables(data, index),
  sha256,
});

export type FontContent = ReturnType<typeof fontContent>;

/** The weight and style that a text asks for. */
interface Instance {
  readonly weight: number;
  readonly italic: boolean;
}

/** A face of a file, set to the requested weight and style as far as it has axes for them. */
export const fontOf = (
  { face, tables, sha256 }: FontContent,
  file: FontFile,
  { weight, italic }: Instance,
): Font => {
  const shaper = new hb.Font(face);
  const [lightest, heaviest] = file.weights;
  const drawn = Math.min(heaviest, Math.max(lightest, weight));
  const lean = italic && !file.italic ? leanOf(face) : undefined;
  const variations = [
    ...(face.getAxisInfos()['wght'] ? [`wght=${drawn}`] : []),
    ...(lean === undefined ? [] : [lean]),
  ];
  if (variations.length > 0)
    shaper.setVariations(variations.flatMap((text) => hb.Variation.fromString(text) ?? []));
  const { ascender, descender } = shaper.hExtents();
  const post = tables.get('post');
  const [hasLayers, hasPaints] = [face.hasColorLayers(), face.hasColorPaint()];
  const hasPictures = face.hasColorPng() && !tables.has('CBLC');
  const thickness = post?.getInt16(10) ?? 0;
  return {
    file,
    shaper,
    weight: drawn,
    italic: file.italic || lean !== undefined,
    unitsPerEm: face.upem,
    ascent: ascender,
    descent: -descender,
    underlineOffset: -(post?.getInt16(8) ?? -face.upem / 10),
    underlineThickness: thickness > 0 ? thickness : face.upem / 20,
    ...strikeoutOf(face, tables.get('OS/2')),
    bitmaps: face.hasColorPng() ? bitmapStrike(tables.get('CBLC')) : undefined,
    isEmboldened: isEmboldened(file, weight),
    hasColorGlyphs: hasLayers || hasPaints || hasPictures,
    isColored: (glyph) =>
      (hasLayers && face.getGlyphColorLayers(glyph).length > 0) ||
      (hasPaints && face.glyphHasColorPaint(glyph)) ||
      (hasPictures && shaper.getGlyphColorPng(glyph) !== undefined),
    variations: variations.map((text) => text.replace(/^(\w+)=/, '"$1" ')).join(', '),
    sha256,
  };
};

/** From this weight on, faces count as bold. */
const BOLD = 600;

/**
 * Whether a face is to be drawn thicker, where browsers do it too: if a text asks for a bold face of a client's family
 * whose heaviest face is not bold (CSS Fonts 4, `font-synthesis-weight`).
 */
export const isEmboldened = ({ isOwn, weights: [, heaviest] }: FontFile, weight: number): boolean =>
  isOwn === true && weight >= BOLD && heaviest < BOLD;

/** The axis setting that makes a variable font italic (OpenType, registered axes `ital` and `slnt`). */
const leanOf = (face: hb.Face): string | undefined => {
  const { ital, slnt } = face.getAxisInfos();
  if (ital && ital.max > ital.min) return `ital=${ital.max}`;
  return slnt && slnt.min < 0 ? `slnt=${Math.max(slnt.min, -15)}` : undefined;
};

/** Position of the strikeout (OpenType, table OS/2: yStrikeoutSize, and yStrikeoutPosition for its upper edge). */
const strikeoutOf = (
  face: hb.Face,
  os2: DataView | undefined,
): Pick<Font, 'strikeoutOffset' | 'strikeoutThickness'> => {
  const size = os2?.getInt16(26) ?? 0;
  const thickness = size > 0 ? size : face.upem / 20;
  const top = os2?.getInt16(28) ?? 0;
  return {
    strikeoutOffset: (top > 0 ? top : face.upem * 0.3) - thickness / 2,
    strikeoutThickness: thickness,
  };
};

/** The first strike of a bitmap font (OpenType, table CBLC: BitmapSize record, after a header of 8 bytes). */
const bitmapStrike = (cblc: DataView | undefined): Font['bitmaps'] =>
  cblc && { pixelsPerEm: cblc.getUint8(8 + 45), ascent: cblc.getInt8(8 + 16) };
