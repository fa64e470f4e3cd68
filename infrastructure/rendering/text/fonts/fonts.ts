import { familyKey, findFontFiles, type FontFile, fontFolders } from './font-files.js';
import { canDraw, EMOJI, EMOJI_FAMILY, byPreference, mayDraw, regionalFirst } from './font-fallbacks.js';
import { groupedBy } from '../../../../domain/groups.js';
import { type FontRequest, nearestFace } from './font-matching.js';
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

/** A function that remembers its latest results by a key. */
const memoized = <A extends ReadonlyArray<unknown>, B>(
  maxEntries: number,
  keyOf: (...inputs: A) => string,
  find: (...inputs: A) => B,
): ((...inputs: A) => B) => {
  const known = new Map<string, { readonly found: B }>();
  return (...inputs) => {
    const key = keyOf(...inputs);
    const result = known.get(key) ?? { found: find(...inputs) };
    if (known.size > maxEntries) known.clear();
    known.set(key, result);
    return result.found;
  };
};

const firstFound = <A, B>(items: Iterable<A>, find: (item: A) => B | undefined): B | undefined => {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
};

const familyNames = (families: string): ReadonlyArray<string> => families.split(',').map(familyKey);

/** Reads the faces of files when they are first needed, and keeps them in memory. */
const fontLoader = () => {
  const contents = new Map<string, FontContent>();
  const loaded = new Map<string, Font>();
  return (file: FontFile, { weight, italic }: Omit<FontRequest, 'family'>): Font => {
    const source = `${file.path}\u0000${file.index}`;
    const [lightest, heaviest] = file.weights;
    const drawn = Math.min(heaviest, Math.max(lightest, weight));
    const key = [source, file.name, drawn, italic, isEmboldened(file, weight)].join('\u0000');
    const known = loaded.get(key);
    if (known) return known;
    const content = contents.get(source) ?? fontContent(readFontData(file.path), file.index);
    contents.set(source, content);
    const font = fontOf(content, file, { weight, italic });
    loaded.set(key, font);
    return font;
  };
};

/** The fonts in `folders` and in packages. */
const installedFonts = (folders: ReadonlyArray<string>) => {
  const files = findFontFiles(folders);
  const families = groupedBy(files, ({ family }) => family);
  const load = fontLoader();
  const nearest = (faces: ReadonlyArray<FontFile>, request: FontRequest): Font | undefined => {
    const face = nearestFace(faces, request);
    return face && load(face, request);
  };
  const fallbacks = [...families.keys()].filter((family) => family.startsWith('noto')).sort(byPreference);
  return {
    load,
    nearest,
    facesOf: (family: string): ReadonlyArray<FontFile> => families.get(family) ?? shippedFaces(family),
    any: (request: FontRequest): Font => {
      const [file] = files;
      if (!file) throw new Error('no font is installed: run the setup');
      return load(file, request);
    },
    /** The first fallback that draws `characters`. */
    fallback: memoized(
      50_000,
      (characters: string, { weight, italic }: FontRequest) => `${characters}\u0000${weight}\u0000${italic}`,
      (characters, request) =>
        firstFound(
          [...(EMOJI.test(characters) ? [EMOJI_FAMILY] : regionalFirst(characters)), ...fallbacks],
          (family) => {
            const font = nearest(families.get(family) ?? [], request);
            return font && canDraw(font, characters) ? font : undefined;
          },
        ),
    ),
  };
};

const libraryOf = (
  installed: ReturnType<typeof installedFonts>,
  own: ReadonlyArray<OwnFace>,
): FontLibrary => {
  const ownFamilies = groupedBy(
    own.map(({ file }) => file),
    ({ family }) => family,
  );
  const facesOf = (family: string): ReadonlyArray<FontFile> =>
    ownFamilies.get(family) ?? installed.facesOf(family);
  const facesNamed = (name: string): ReadonlyArray<FontFile> => {
    const faces = facesOf(name);
    return faces.length > 0 ? faces : facesOf(ALIASES[name] ?? name);
  };

  /** The nearest faces of all requested families that are available, in their order; if none is, a stand-in. */
  const candidates = memoized(
    1000,
    ({ family, weight, italic }: FontRequest) => `${family}\u0000${weight}\u0000${italic}`,
    (request): readonly [Font, ...Font[]] => {
      const found = familyNames(request.family).map((name) => installed.nearest(facesNamed(name), request));
      const standIn = () => installed.nearest(facesNamed('arial'), request) ?? installed.any(request);
      const [first = standIn(), ...others] = new Set(found.flatMap((font) => font ?? []));
      return [first, ...others];
    },
  );
  /** The face, or one of its other files, if it draws `characters`. */
  const drawing = (face: Font, characters: string, request: FontRequest): Font | undefined => {
    if (canDraw(face, characters)) return face;
    return firstFound(face.file.further ?? [], (file) => {
      const font = mayDraw(file, characters) ? installed.load(file, request) : undefined;
      return font && canDraw(font, characters) ? font : undefined;
    });
  };
  /** A client's font with colours that draws an emoji: else, the fallback draws all emoji in one style. */
  const ownEmoji = (characters: string, request: FontRequest): Font | undefined =>
    firstFound(familyNames(request.family), (name) => {
      const font = installed.nearest(ownFamilies.get(name) ?? [], request);
      return font && (font.hasColorGlyphs || font.bitmaps) && canDraw(font, characters) ? font : undefined;
    });

  return {
    match: (request) => candidates(request)[0],
    covering: (characters, request) =>
      (EMOJI.test(characters)
        ? ownEmoji(characters, request)
        : firstFound(candidates(request), (face) => drawing(face, characters, request))) ??
      installed.fallback(characters, request) ??
      candidates(request)[0],
    has: (families) => familyNames(families).some((name) => facesNamed(name).length > 0),
    tallestGlyph: Math.max(TALLEST_GLYPH, ...own.map(({ tallest }) => tallest)),
    with: (faces) => libraryOf(installed, faces),
  };
};

/** Opens the fonts in `folders` and in packages. */
export const openFontLibrary = (folders: ReadonlyArray<string> = fontFolders()): FontLibrary =>
  libraryOf(installedFonts(folders), []);
