import { familyKey, findFontFiles, type FontFile, fontFolders } from './font-files.js';
import { type Font, type FontContent, fontContent, fontOf, readFontData } from './font-reading.js';
import type { OwnFace } from './own-fonts.js';
import { shippedFaces } from './shipped-fonts.js';
import { TALLEST_GLYPH } from './visible-lines.js';

export type { Font };

/** What text asks of a font. */
export interface FontWish {
  readonly family: string;
  /** 100–900 */
  readonly weight: number;
  readonly italic: boolean;
}

/** Fonts that texts may ask for. */
export interface FontLibrary {
  /** The face nearest to a wish; an unknown family gives the metric-compatible Arial. */
  readonly match: (wish: FontWish) => Font;
  /** The face that draws `characters`: the wished one if it can, else the first fallback that can. */
  readonly covering: (characters: string, wish: FontWish) => Font;
  /** Whether one of the families that are named, divided by commas, is there. */
  readonly has: (families: string) => boolean;
  /** From the lowest to the highest point of any glyph, in font sizes. */
  readonly tallestGlyph: number;
  /** This library with faces that come before its own. */
  readonly with: (faces: ReadonlyArray<OwnFace>) => FontLibrary;
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

/** Opens the fonts below `folders` and those that come as packages; files are read when first needed and kept. */
export const openFontLibrary = (folders: ReadonlyArray<string> = fontFolders()): FontLibrary => {
  const files = findFontFiles(folders);
  const families = facesByFamily(files);
  const contents = new Map<string, FontContent>();
  const loaded = new Map<string, Font>();
  const fallbacks = [...families.keys()].filter((family) => family.startsWith('noto')).sort(byPreference);

  const contentOf = (file: FontFile): FontContent => {
    const key = `${file.path}\u0000${file.index}`;
    const content = contents.get(key) ?? fontContent(readFontData(file.path), file.index);
    contents.set(key, content);
    return content;
  };
  const load = (file: FontFile, { weight, italic }: Omit<FontWish, 'family'>): Font => {
    const [lightest, heaviest] = file.weights;
    const drawn = Math.min(heaviest, Math.max(lightest, weight));
    const key = [file.path, file.index, file.name, drawn, italic].join('\u0000');
    const font = loaded.get(key) ?? fontOf(contentOf(file), file, { weight, italic });
    loaded.set(key, font);
    return font;
  };
  const coverage = new Map<string, Font | undefined>();

  const libraryOf = (own: ReadonlyArray<OwnFace>): FontLibrary => {
    const ownFamilies = facesByFamily(own.map(({ file }) => file));
    const facesOf = (family: string): ReadonlyArray<FontFile> =>
      ownFamilies.get(family) ?? families.get(family) ?? shippedFaces(family);
    const faceOf = (family: string, wish: FontWish): Font | undefined => {
      const face = nearestFace(facesOf(family), wish);
      return face && load(face, wish);
    };
    const named = (name: string, wish: FontWish): Font | undefined =>
      faceOf(name, wish) ?? faceOf(ALIASES[name] ?? name, wish);
    const nearest = (wish: FontWish): Font => {
      for (const name of [...wish.family.split(','), 'arial'].map(familyKey)) {
        const font = named(name, wish);
        if (font) return font;
      }
      const any = files[0];
      if (!any) throw new Error('no font is installed: run the setup');
      return load(any, wish);
    };
    const matched = new Map<string, Font>();
    const match = (wish: FontWish): Font => {
      const key = `${wish.family}\u0000${wish.weight}\u0000${wish.italic}`;
      const font = matched.get(key) ?? nearest(wish);
      if (matched.size > 1000) matched.clear();
      matched.set(key, font);
      return font;
    };
    /** More files of the face that was matched. */
    const further = ({ file }: Font, characters: string, wish: FontWish): Font | undefined => {
      for (const part of file.further ?? []) {
        if (!mayDraw(part, characters)) continue;
        const font = load(part, wish);
        if (draws(font, characters)) return font;
      }
      return undefined;
    };
    const search = (characters: string, wish: FontWish): Font | undefined => {
      const first = EMOJI.test(characters) ? [EMOJI_FAMILY] : regionalFirst(characters);
      for (const family of [...first, ...fallbacks]) {
        const face = nearestFace(families.get(family) ?? [], wish);
        const font = face && load(face, wish);
        if (font && draws(font, characters)) return font;
      }
      return undefined;
    };
    const covering = (characters: string, wish: FontWish): Font => {
      const wished = match(wish);
      if (!EMOJI.test(characters)) {
        if (draws(wished, characters)) return wished;
        const part = further(wished, characters, wish);
        if (part) return part;
      }
      const key = `${characters}\u0000${wish.weight}\u0000${wish.italic}`;
      if (!coverage.has(key)) {
        if (coverage.size > 50_000) coverage.clear();
        coverage.set(key, search(characters, wish));
      }
      return coverage.get(key) ?? wished;
    };
    return {
      match,
      covering,
      has: (families) =>
        families
          .split(',')
          .map(familyKey)
          .some((name) => facesOf(name).length > 0 || facesOf(ALIASES[name] ?? name).length > 0),
      tallestGlyph: Math.max(TALLEST_GLYPH, ...own.map(({ tallest }) => tallest)),
      with: libraryOf,
    };
  };
  return libraryOf([]);
};

const facesByFamily = (files: ReadonlyArray<FontFile>): ReadonlyMap<string, ReadonlyArray<FontFile>> => {
  const families = new Map<string, FontFile[]>();
  for (const file of files) {
    const faces = families.get(file.family) ?? [];
    faces.push(file);
    families.set(file.family, faces);
  }
  return families;
};

/** Whether a file may have a character, by what is known without reading it. */
const mayDraw = ({ ranges = [] }: FontFile, characters: string): boolean => {
  const point = characters.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => point >= first && point <= last);
};

const draws = ({ shaper }: Font, characters: string): boolean => {
  for (const character of characters) {
    if (IGNORABLE.test(character)) continue;
    if (shaper.nominalGlyph(character.codePointAt(0) ?? 0) === undefined) return false;
  }
  return true;
};

/**
 * Which face a wish gets within a family, by the rules of CSS Fonts Level 4, section 5.2: style first, then weight. Of faces
 * that are as near the first counts.
 */
const nearestFace = (faces: ReadonlyArray<FontFile>, { weight, italic }: FontWish): FontFile | undefined => {
  const styled = faces.filter((face) => face.italic === italic);
  const candidates = styled.length > 0 ? styled : faces;
  const distance = ({ weights: [lightest, heaviest] }: FontFile): number => {
    const nearest = Math.min(heaviest, Math.max(lightest, weight));
    const offset = nearest - weight;
    if (weight >= 400 && weight <= 500 && offset >= 0 && nearest <= 500) return offset;
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
