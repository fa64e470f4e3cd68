import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { unpackedFonts } from '../../../platform/executables.js';
import { namesIn } from '../../../platform/names-in.js';

/** One face of a font file on disk. */
export interface FontFile {
  /** Family name reduced to lower-case letters and digits by `familyKey`. */
  readonly family: string;
  /** The lightest and heaviest weight it can draw; they differ only in variable fonts. */
  readonly weights: readonly [number, number];
  readonly italic: boolean;
  readonly path: string;
  /** Index of the face in a collection. */
  readonly index: number;
  /** Ranges of characters that it may have (first and last), if known without reading it. */
  readonly ranges?: ReadonlyArray<readonly [number, number]>;
  /** Files with more characters of the same face. */
  readonly further?: ReadonlyArray<FontFile>;
  /** Whether a client brought it. */
  readonly isOwn?: true;
  /** Its name in the provenance of a render; by default the name of the file. */
  readonly name?: string;
}

/** Names of weights: 100, 200 and so on. */
const WEIGHTS = 'thin extralight light regular medium semibold bold extrabold black'.split(' ');

/** The faces of the Noto CJK collections differ in which regional forms they prefer. */
const CJK_FACES = ['jp', 'kr', 'sc', 'tc', 'hk'];

export const montserratFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/montserrat/package.json'));

/**
 * The folders of fonts: Montserrat in its package; Liberation (metric-compatible with Arial, Times New Roman and
 * Courier New) and Noto where Debian's packages install them, or the setup unpacks them.
 */
export const fontFolders = (): ReadonlyArray<string> => [
  montserratFolder(),
  '/usr/share/fonts/truetype/liberation2',
  '/usr/share/fonts/truetype/liberation',
  '/usr/share/fonts/truetype/noto',
  '/usr/share/fonts/opentype/noto',
  unpackedFonts,
];

/** A family name reduced to letters and digits, so that `Noto Sans` and `NotoSans` are the same. */
export const familyKey = (family: string): string => family.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** All faces in the folders, in a stable order; folders that do not exist are skipped. */
export const findFontFiles = (folders: ReadonlyArray<string>): ReadonlyArray<FontFile> =>
  folders.flatMap((folder) => filesUnder(folder).flatMap(facesOf));

const filesUnder = (folder: string): ReadonlyArray<string> =>
  namesIn(folder, true)
    .filter((name) => ['.ttf', '.otf', '.ttc'].includes(extname(name)))
    .map((name) => join(folder, name));

/** The faces of a file by its name: `NotoSans-BoldItalic.ttf`, `Montserrat_700Bold_Italic.ttf`. */
const facesOf = (path: string): ReadonlyArray<FontFile> => {
  const name = path.slice(path.lastIndexOf('/') + 1, -extname(path).length);
  const parts = /^([A-Za-z0-9]+?)(?:[-_](\d*)([A-Za-z]*?)_?(Italic)?)?$/.exec(name);
  if (!parts) return [];
  const [, family = '', , style = '', italic] = parts;
  const weight = 100 * (1 + WEIGHTS.indexOf(style.toLowerCase() || 'regular'));
  if (weight === 0) return [];
  const face = { weights: [weight, weight] as const, italic: italic !== undefined, path };
  return extname(path) === '.ttc'
    ? CJK_FACES.map((region, index) => Object.assign({ family: familyKey(family) + region, index }, face))
    : [{ ...face, family: familyKey(family), index: 0 }];
};
