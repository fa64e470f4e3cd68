import type { Directions } from './bidi.js';
import type { Font, FontLibrary, FontRequest } from '../fonts/fonts.js';
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
const COMPLEX_SCRIPTS = `
  Arabic Syriac Hebrew Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao
  Tibetan Myanmar Khmer Mongolian Hangul`
  .trim()
  .split(/\s+/)
  .map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, 'u') }));

/** Scripts whose letters are joined. */
export const CURSIVE_SCRIPTS: ReadonlySet<string> = new Set(['Arabic', 'Syriac', 'Mongolian']);

/** Where in a run the characters of a style begin, in UTF-16 code units. */
interface StyledPart<S extends FontStyle> {
  readonly at: number;
  readonly style: S;
}

/** Characters that are shaped together. Their styles differ at most in what does not affect their shapes. */
export interface ShapingRun<S extends FontStyle> {
  /** The style of its first character. */
  readonly style: S;
  /** Where its styles begin, the first one at 0. */
  readonly parts: ReadonlyArray<StyledPart<S>>;
  readonly text: string;
  /** Its offset in the paragraph. */
  readonly start: number;
  readonly level: number;
  readonly font: Font;
  readonly script: string;
}

/** Whether characters of two styles in one font have the same shapes, as letters that differ in colour do. */
const areShapedAlike = (a: FontStyle, b: FontStyle): boolean =>
  a === b ||
  (a.size === b.size &&
    a.italic === b.italic &&
    a.letterSpacing === b.letterSpacing &&
    a.wordSpacing === b.wordSpacing &&
    a.tabularFigures === b.tabularFigures);

/**
 * The parts of `text` that are shaped together: with one font, direction and script. Where only the colour changes, a
 * run goes on, so that letters stay joined and kerned (CSS Text 3, section 7.3). `directions` are those of its paragraph
 * from `start`.
 */
export const shapingRuns = <S extends FontStyle>(
  text: string,
  start: number,
  { levels }: Directions,
  styleAt: StyleAt<S>,
  fonts: FontLibrary,
): ReadonlyArray<ShapingRun<S>> => {
  const runs: ShapingRun<S>[] = [];
  for (const { text: characters, index } of graphemesOf(text)) {
    const last = runs.at(-1);
    const level = levels[start + index] ?? 0;
    const style = styleAt(start + index);
    const font = fonts.covering(characters, style);
    const script =
      COMPLEX_SCRIPTS.find(({ pattern }) => pattern.test(characters))?.script ??
      (/\p{L}/u.test(characters) ? 'simple' : (last?.script ?? 'simple'));
    const isSameFont = last?.level === level && last.font === font && last.script === script;
    if (last && isSameFont && areShapedAlike(last.style, style)) {
      const { parts, text: before } = last;
      const isSameStyle = parts.at(-1)?.style === style;
      const grown = isSameStyle ? parts : [...parts, { at: before.length, style }];
      runs[runs.length - 1] = { ...last, parts: grown, text: before + characters };
    } else {
      const parts = [{ at: 0, style }];
      runs.push({ style, parts, text: characters, start: start + index, level, font, script });
    }
  }
  return runs;
};

/** The runs of a run that is divided where some of its parts begin. */
export const dividedRun = <S extends FontStyle>(
  run: ShapingRun<S>,
  isCut: (part: StyledPart<S>) => boolean,
): ReadonlyArray<ShapingRun<S>> => {
  const cuts = run.parts.filter((part) => part.at === 0 || isCut(part)).map(({ at }) => at);
  return cuts.map((from, index): ShapingRun<S> => {
    const to = cuts[index + 1] ?? run.text.length;
    const parts = run.parts.flatMap(({ at, style }) =>
      at >= from && at < to ? [{ at: at - from, style }] : [],
    );
    const style = parts[0]?.style ?? run.style;
    return { ...run, style, parts, text: run.text.slice(from, to), start: run.start + from };
  });
};

export const styleIn = <S extends FontStyle>({ style, parts }: ShapingRun<S>, index: number): S => {
  let found = style;
  for (const part of parts) {
    if (part.at > index) break;
    found = part.style;
  }
  return found;
};
