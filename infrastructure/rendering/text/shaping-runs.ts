import type { Directions } from './bidi.js';
import type { Font, FontLibrary, FontRequest } from './fonts.js';
import { graphemesOf } from './segments.js';

/** How characters are to look; `size` in px. */
export interface FontStyle extends FontRequest {
  readonly size: number;
  /** Px added after each character; not in cursive scripts, whose letters stay joined (CSS Text 3, section 8.2). */
  readonly letterSpacing?: number | undefined;
  /** Px added to each space. */
  readonly wordSpacing?: number | undefined;
  /** Whether digits are equally wide, where the font can. */
  readonly tabularFigures?: boolean | undefined;
}

/** The style of each character of a paragraph; parts with one style have the same object. */
export type StyleAt<S extends FontStyle> = (position: number) => S;

/** Scripts with shaping rules of their own: a run must not mix them with others. */
const COMPLEX_SCRIPTS = [
  'Arabic',
  'Syriac',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Khmer',
  'Mongolian',
  'Hangul',
].map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, 'u') }));

/** Scripts whose letters are joined. */
export const CURSIVE_SCRIPTS: ReadonlySet<string> = new Set(['Arabic', 'Syriac', 'Mongolian']);

export interface Run<S extends FontStyle> {
  readonly style: S;
  readonly text: string;
  /** Where it begins in the paragraph. */
  readonly start: number;
  readonly level: number;
  readonly font: Font;
  readonly script: string;
}

/** The parts of `text` with one style, font, direction and script. `directions` are those of its paragraph from `start`. */
export const runsOf = <S extends FontStyle>(
  text: string,
  start: number,
  { levels }: Directions,
  styleAt: StyleAt<S>,
  fonts: FontLibrary,
): ReadonlyArray<Run<S>> => {
  const runs: Run<S>[] = [];
  for (const { text: characters, index } of graphemesOf(text)) {
    const last = runs.at(-1);
    const level = levels[start + index] ?? 0;
    const style = styleAt(start + index);
    const font = fonts.covering(characters, style);
    const script =
      COMPLEX_SCRIPTS.find(({ pattern }) => pattern.test(characters))?.script ??
      (/\p{L}/u.test(characters) ? 'simple' : (last?.script ?? 'simple'));
    const goesOn = last?.style === style && last.level === level && last.font === font;
    if (last && goesOn && last.script === script)
      runs[runs.length - 1] = { ...last, text: last.text + characters };
    else runs.push({ style, text: characters, start: start + index, level, font, script });
  }
  return runs;
};
