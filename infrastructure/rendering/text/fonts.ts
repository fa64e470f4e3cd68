import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as hb from 'harfbuzzjs';
import { familyKey, findFontFiles, type FontFile, fontFolders } from './font-files.js';

/** A face ready for shaping. Lengths are in font units, `unitsPerEm` of them to the font size. */
export interface Font {
  readonly file: FontFile;
  readonly shaper: hb.Font;
  readonly unitsPerEm: number;
  readonly ascent: number;
  /** Below the baseline, positive. */
  readonly descent: number;
  /** The middle of the underline, below the baseline. */
  readonly underlineOffset: number;
  readonly underlineThickness: number;
  /** The middle of a line through the letters, above the baseline. */
  readonly strikeoutOffset: number;
  readonly strikeoutThickness: number;
  /** Of a font of coloured bitmaps: how many bitmap pixels make the font size, and how many lie above the baseline. */
  readonly bitmaps: { readonly pixelsPerEm: number; readonly ascent: number } | undefined;
  /** Hex digest of the file. */
  readonly sha256: string;
}

/** What text asks of a font. */
export interface FontWish {
  readonly family: string;
  /** 100–900 */
  readonly weight: number;
  readonly italic: boolean;
}

/** The fonts of this machine. */
export interface FontLibrary {
  /** The face nearest to a wish; an unknown family gives the metric-compatible Arial. */
  readonly match: (wish: FontWish) => Font;
  /** The face that draws `characters`: the wished one if it can, else the first fallback that can. */
  readonly covering: (characters: string, wish: FontWish) => Font;
}

const ALIASES: Readonly<Record<string, string>> = {
  arial: 'liberationsans',
  helvetica: 'liberationsans',
  helveticaneue: 'liberationsans',
  sansserif: 'liberationsans',
  timesnewroman: 'liberationserif',
  times: 'liberationserif',
  serif: 'liberationserif',
  couriernew: 'liberationmono',
  courier: 'liberationmono',
  monospace: 'liberationmono',
};
const EMOJI_FAMILY = 'notocoloremoji';
const IGNORABLE = /\p{Default_Ignorable_Code_Point}|\p{Cc}/u;
const EMOJI =
  /\p{Emoji_Presentation}|\uFE0F|\p{Regional_Indicator}|\p{Extended_Pictographic}\p{Emoji_Modifier}/u;

/** Opens the fonts below `folders`; files are read when first needed and kept. */
export const openFontLibrary = (folders: ReadonlyArray<string> = fontFolders()): FontLibrary => {
  const files = findFontFiles(folders);
  const families = new Map<string, ReadonlyArray<FontFile>>();
  for (const file of files) families.set(file.family, [...(families.get(file.family) ?? []), file]);
  const loaded = new Map<FontFile, Font>();
  const coverage = new Map<string, Font | undefined>();
  const fallbacks = [...families.keys()].filter((family) => family.startsWith('noto')).sort(byPreference);

  const load = (file: FontFile): Font => {
    const font = loaded.get(file) ?? readFont(file);
    loaded.set(file, font);
    return font;
  };
  const faceOf = (family: string, wish: FontWish): Font | undefined => {
    const face = nearestFace(families.get(family) ?? [], wish);
    return face && load(face);
  };
  const matched = new Map<string, Font>();
  const match = (wish: FontWish): Font => {
    const key = `${wish.family}\u0000${wish.weight}\u0000${wish.italic}`;
    const font = matched.get(key) ?? nearest(wish);
    if (matched.size > 1000) matched.clear();
    matched.set(key, font);
    return font;
  };
  const nearest = (wish: FontWish): Font => {
    const names = [...wish.family.split(','), 'arial'].map(familyKey);
    for (const name of names) {
      const font = faceOf(name, wish) ?? faceOf(ALIASES[name] ?? '', wish);
      if (font) return font;
    }
    const any = files[0];
    if (!any) throw new Error('no font is installed: run the setup');
    return load(any);
  };
  const search = (characters: string, wish: FontWish): Font | undefined => {
    const first = EMOJI.test(characters) ? [EMOJI_FAMILY] : regionalFirst(characters);
    for (const family of [...first, ...fallbacks]) {
      const font = faceOf(family, wish);
      if (font && draws(font, characters)) return font;
    }
    return undefined;
  };
  const covering = (characters: string, wish: FontWish): Font => {
    const wished = match(wish);
    if (!EMOJI.test(characters) && draws(wished, characters)) return wished;
    const key = `${characters}\u0000${wish.weight}\u0000${wish.italic}`;
    if (!coverage.has(key)) {
      if (coverage.size > 50_000) coverage.clear();
      coverage.set(key, search(characters, wish));
    }
    return coverage.get(key) ?? wished;
  };
  return { match, covering };
};

const readFont = (file: FontFile): Font => {
  const data = readFileSync(file.path);
  const face = new hb.Face(new hb.Blob(data), file.index);
  const shaper = new hb.Font(face);
  const { ascender, descender } = shaper.hExtents();
  const post = face.referenceTable('post');
  const view = post && new DataView(post.buffer, post.byteOffset, post.byteLength);
  const thickness = view?.getInt16(10) ?? 0;
  return {
    file,
    shaper,
    unitsPerEm: face.upem,
    ascent: ascender,
    descent: -descender,
    underlineOffset: -(view?.getInt16(8) ?? -face.upem / 10),
    underlineThickness: thickness > 0 ? thickness : face.upem / 20,
    ...strikeoutOf(face),
    bitmaps: face.hasColorPng() ? bitmapStrike(face) : undefined,
    sha256: createHash('sha256').update(data).digest('hex'),
  };
};

/** Where the line through letters goes (OpenType, table OS/2: yStrikeoutSize and yStrikeoutPosition, its upper edge). */
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

const draws = ({ shaper }: Font, characters: string): boolean => {
  for (const character of characters) {
    if (IGNORABLE.test(character)) continue;
    if (shaper.nominalGlyph(character.codePointAt(0) ?? 0) === undefined) return false;
  }
  return true;
};

/** Which face a wish gets within a family, by the rules of CSS Fonts Level 4, section 5.2: style first, then weight. */
const nearestFace = (faces: ReadonlyArray<FontFile>, { weight, italic }: FontWish): FontFile | undefined => {
  const styled = faces.filter((face) => face.italic === italic);
  const candidates = styled.length > 0 ? styled : faces;
  const distance = (face: FontFile): number => {
    const offset = face.weight - weight;
    if (weight >= 400 && weight <= 500 && offset >= 0 && face.weight <= 500) return offset;
    const preferred = weight > 500 ? offset >= 0 : offset <= 0;
    return Math.abs(offset) + (preferred ? 1000 : 2000);
  };
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0];
};

/** Sans before serif, the plain face before interface and display cuts, the large CJK collections last. */
const byPreference = (a: string, b: string): number => rank(a) - rank(b) || (a < b ? -1 : 1);

const rank = (family: string): number => {
  if (family === 'notosans') return 0;
  if (family === EMOJI_FAMILY) return 6;
  if (family.includes('cjk')) return family.startsWith('notosans') ? 4 : 5;
  if (family.endsWith('ui') || family.includes('display') || family.includes('mono')) return 3;
  return family.startsWith('notosans') ? 1 : 2;
};

/** For East Asian text the faces to try first: the regional forms that its own characters point to. */
const regionalFirst = (characters: string): ReadonlyArray<string> => {
  if (/\p{Script=Hangul}/u.test(characters)) return ['notosanscjkkr'];
  if (/\p{Script=Hiragana}|\p{Script=Katakana}/u.test(characters)) return ['notosanscjkjp'];
  return /\p{Script=Han}|\p{Script=Bopomofo}|[\u3000-\u303F\uFF00-\uFFEF]/u.test(characters)
    ? ['notosanscjksc']
    : [];
};
