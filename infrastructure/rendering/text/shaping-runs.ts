import type { Directions } from './bidi.js';
import type { Font, FontLibrary, FontRequest } from './fonts.js';
import { graphemesOf } from './segments.js';

/** The style of characters; `size` in px. */
export interface FontStyle extends FontRequest {
  readonly size: number;
  /** Px added after each character; not in cursive scripts, whose letters stay joined (CSS Text 3, section 8.2). */
  readonly letterSpacing?: number | undefined;
  /** Px added to each space. */
  readonly wordSpacing?: number | undefined;
  /** Whether all digits have the same width, if the font supports it. */
  readonly tabularFigures?: boolean | undefined;
}

/** The style of each character of a paragraph; characters of the same style share one object. */
export type StyleAt<S extends FontStyle> = (position: number) => S;

/** Scripts with their own shaping rules: a run must not mix them with others. */
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
  /** Its offset in the paragraph. */
  readonly start: number;
  readonly level: number;
  readonly font: Font;
  readonly script: string;
}

/**
 * The parts of `text` with one style, font, direction and script. `directions` are those of its paragraph from `start`.
 */
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
