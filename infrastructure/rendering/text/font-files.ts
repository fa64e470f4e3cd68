import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

/** One face of a font file on disk. */
export interface FontFile {
  /** Family name reduced to small letters and digits, as `familyKey` does. */
  readonly family: string;
  /** The lightest and the heaviest weight it draws: the same number but for variable fonts. */
  readonly weights: readonly [number, number];
  readonly italic: boolean;
  readonly path: string;
  /** Which face of a collection. */
  readonly index: number;
  /** What characters it may have, where that is known without reading it: first and last of each range. */
  readonly ranges?: ReadonlyArray<readonly [number, number]>;
  /** Files with more characters of the same face. */
  readonly further?: ReadonlyArray<FontFile>;
  /** What the record of a render calls it; the name of the file when left out. */
  readonly name?: string;
}

const WEIGHTS: Readonly<Record<string, number>> = {
  thin: 100,
  extralight: 200,
  light: 300,
  regular: 400,
  medium: 500,
  semibold: 600,
  bold: 700,
  extrabold: 800,
  black: 900,
};

/** The faces of the Noto CJK collections differ in which regional forms they prefer. */
const CJK_FACES = ['jp', 'kr', 'sc', 'tc', 'hk'];

const montserratFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/montserrat/package.json'));

/**
 * Where fonts are looked for: Montserrat from its package; Liberation (metric-compatible with Arial, Times New Roman
 * and Courier New) and Noto where Debian's packages put them.
 */
export const fontFolders = (): ReadonlyArray<string> => [
  montserratFolder(),
  '/usr/share/fonts/truetype/liberation2',
  '/usr/share/fonts/truetype/liberation',
  '/usr/share/fonts/truetype/noto',
  '/usr/share/fonts/opentype/noto',
];

/** A family name with only its letters and digits, so that `Noto Sans` and `NotoSans` are one. */
export const familyKey = (family: string): string => family.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** All faces under the folders, in a stable order; folders that do not exist are passed over. */
export const findFontFiles = (folders: ReadonlyArray<string>): ReadonlyArray<FontFile> =>
  folders.flatMap((folder) => filesUnder(folder).flatMap(facesOf));

const filesUnder = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => ['.ttf', '.otf', '.ttc'].includes(extname(name)))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
};

/** The name of the file tells its faces: `NotoSans-BoldItalic.ttf`, `Montserrat_700Bold_Italic.ttf`. */
const facesOf = (path: string): ReadonlyArray<FontFile> => {
  const name = path.slice(path.lastIndexOf('/') + 1, -extname(path).length);
  const parts = /^([A-Za-z0-9]+?)(?:[-_](\d*)([A-Za-z]*?)_?(Italic)?)?$/.exec(name);
  if (!parts) return [];
  const [, family = '', , style = '', italic] = parts;
  const weight = style === '' ? 400 : WEIGHTS[style.toLowerCase()];
  if (weight === undefined) return [];
  const face = { weights: [weight, weight] as const, italic: italic !== undefined, path };
  return extname(path) === '.ttc'
    ? CJK_FACES.map((region, index) => Object.assign({ family: familyKey(family) + region, index }, face))
    : [{ ...face, family: familyKey(family), index: 0 }];
};
