import { familyKey, findFontFiles, type FontFile, fontFolders } from './font-files.js';
import { draws, EMOJI, EMOJI_FAMILY, byPreference, mayDraw, regionalFirst } from './font-fallbacks.js';
import { facesByFamily, type FontRequest, nearestFace } from './font-matching.js';
import {
  type Font,
  type FontContent,
  fontContent,
  fontOf,
  isEmboldened,
  readFontData,
} from './font-reading.js';
import type { OwnFace } from './own-fonts.js';
import { shippedFaces } from './shipped-fonts.js';
import { TALLEST_GLYPH } from '../layout/visible-lines.js';

export type { Font, FontRequest };

/** The fonts that texts can use. */
export interface FontLibrary {
  /** The face nearest to a request. An unknown family falls back to the metric-compatible Arial. */
  readonly match: (request: FontRequest) => Font;
  /**
   * The face that draws `characters`: that of the first requested family that can, as in CSS Fonts Level 4, section 5.3,
   * else the first fallback that can.
   */
  readonly covering: (characters: string, request: FontRequest) => Font;
  /** Whether at least one of these comma-separated families is available. */
  readonly has: (families: string) => boolean;
  /** The distance from the lowest to the highest point of any glyph, in font sizes. */
  readonly tallestGlyph: number;
  /** This library with additional faces, which take precedence. */
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

/** A function of requests that remembers its latest results. */
const remembered = <A>(find: (request: FontRequest) => A): ((request: FontRequest) => A) => {
  const found = new Map<string, A>();
  return (request) => {
    const key = `${request.family}\u0000${request.weight}\u0000${request.italic}`;
    const result = found.get(key) ?? find(request);
    if (found.size > 1000) found.clear();
    found.set(key, result);
    return result;
  };
};

/** Opens the fonts in `folders` and in packages; files are read when first needed and kept in memory. */
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
  const load = (file: FontFile, { weight, italic }: Omit<FontRequest, 'family'>): Font => {
    const [lightest, heaviest] = file.weights;
    const drawn = Math.min(heaviest, Math.max(lightest, weight));
    const bold = isEmboldened(file, weight);
    const key = [file.path, file.index, file.name, drawn, italic, bold].join('\u0000');
    const font = loaded.get(key) ?? fontOf(contentOf(file), file, { weight, italic });
    loaded.set(key, font);
    return font;
  };
  const coverage = new Map<string, Font | undefined>();

  const libraryOf = (own: ReadonlyArray<OwnFace>): FontLibrary => {
    const ownFamilies = facesByFamily(own.map(({ file }) => file));
    const facesOf = (family: string): ReadonlyArray<FontFile> =>
      ownFamilies.get(family) ?? families.get(family) ?? shippedFaces(family);
    const faceOf = (family: string, request: FontRequest): Font | undefined => {
      const face = nearestFace(facesOf(family), request);
      return face && load(face, request);
    };
    const named = (name: string, request: FontRequest): Font | undefined =>
      faceOf(name, request) ?? faceOf(ALIASES[name] ?? name, request);
    const nearest = (request: FontRequest): Font => {
      for (const name of [...request.family.split(','), 'arial'].map(familyKey)) {
        const font = named(name, request);
        if (font) return font;
      }
      const any = files[0];
      if (!any) throw new Error('no font is installed: run the setup');
      return load(any, request);
    };
    const match = remembered(nearest);
    /** The faces of all requested families that are available, in their order. */
    const listed = remembered((request): ReadonlyArray<Font> => {
      const fonts = request.family.split(',').map((name) => named(familyKey(name), request));
      return [...new Set(fonts.flatMap((font) => font ?? []))];
    });
    /** Searches the other files of the matched face. */
    const further = ({ file }: Font, characters: string, request: FontRequest): Font | undefined => {
      for (const part of file.further ?? []) {
        if (!mayDraw(part, characters)) continue;
        const font = load(part, request);
        if (draws(font, characters)) return font;
      }
      return undefined;
    };
    const search = (characters: string, request: FontRequest): Font | undefined => {
      const first = EMOJI.test(characters) ? [EMOJI_FAMILY] : regionalFirst(characters);
      for (const family of [...first, ...fallbacks]) {
        const face = nearestFace(families.get(family) ?? [], request);
        const font = face && load(face, request);
        if (font && draws(font, characters)) return font;
      }
      return undefined;
    };
    /** A client's font with colours that draws an emoji: else, the fallback draws all emoji in one style. */
    const ownEmoji = (characters: string, request: FontRequest): Font | undefined => {
      for (const name of request.family.split(',').map(familyKey)) {
        const face = nearestFace(ownFamilies.get(name) ?? [], request);
        const font = face && load(face, request);
        if (font && (font.hasColorGlyphs || font.bitmaps) && draws(font, characters)) return font;
      }
      return undefined;
    };
    const covering = (characters: string, request: FontRequest): Font => {
      const requested = match(request);
      if (EMOJI.test(characters)) {
        const emoji = ownEmoji(characters, request);
        if (emoji) return emoji;
      } else {
        if (draws(requested, characters)) return requested;
        for (const font of new Set([requested, ...listed(request)])) {
          const able = draws(font, characters) ? font : further(font, characters, request);
          if (able) return able;
        }
      }
      const key = `${characters}\u0000${request.weight}\u0000${request.italic}`;
      if (!coverage.has(key)) {
        if (coverage.size > 50_000) coverage.clear();
        coverage.set(key, search(characters, request));
      }
      return coverage.get(key) ?? requested;
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
