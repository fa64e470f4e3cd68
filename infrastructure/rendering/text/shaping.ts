import bidiFactory from 'bidi-js';
import * as hb from 'harfbuzzjs';
import type { Font, FontLibrary, FontWish } from './fonts.js';
import { graphemesOf } from './segments.js';

/** A glyph and where it stands, in px from the start of its line; y grows downwards from the baseline. */
export interface PlacedGlyph {
  readonly font: Font;
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Whether the font lacks the italic that was asked for, so that the glyph is slanted. */
  readonly slanted: boolean;
}

/** Text of one line, shaped: glyphs from left to right, and the positions of its spaces, for justifying. */
export interface ShapedLine {
  readonly glyphs: ReadonlyArray<PlacedGlyph>;
  readonly width: number;
  /** For each glyph, how many spaces lie to the left of it. */
  readonly spacesBefore: ReadonlyArray<number>;
  readonly spaces: number;
}

/** How characters are to look; `size` in px. */
export interface FontStyle extends FontWish {
  readonly size: number;
}

/** Directions of characters: embedding levels of the Unicode bidirectional algorithm, odd ones run right to left. */
export interface Directions {
  readonly levels: Uint8Array;
  readonly base: number;
}

/** The package is CommonJS whose whole export is the factory; its types describe the other build. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** The directions of one paragraph (UAX #9); the first strong character decides the base. */
export const directionsOf = (paragraph: string): Directions => {
  if (/^[\p{ASCII}\p{Script=Latin}]*$/u.test(paragraph))
    return { levels: new Uint8Array(paragraph.length), base: 0 };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(paragraph);
  return { levels, base: paragraphs[0]?.level ?? 0 };
};

/** Puts items that follow each other in reading order into their order from left to right (UAX #9, rule L2). */
export const inVisualOrder = <A>(items: ReadonlyArray<A>, levelOf: (item: A) => number): ReadonlyArray<A> => {
  const order = [...items];
  const highest = items.reduce((highest, item) => Math.max(highest, levelOf(item)), 0);
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while (to < order.length && levelOf(order[to] as A) >= level) to += 1;
      for (const [offset, item] of order.slice(from, to).reverse().entries()) order[from + offset] = item;
      from = to;
    }
  return order;
};

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

interface Run {
  readonly text: string;
  readonly level: number;
  readonly font: Font;
  readonly script: string;
}

/** The stretches of `text` with one font, direction and script. `directions` are those of its paragraph from `start`. */
const runsOf = (
  text: string,
  start: number,
  { levels }: Directions,
  style: FontStyle,
  fonts: FontLibrary,
): ReadonlyArray<Run> => {
  const runs: Run[] = [];
  for (const { text: characters, index } of graphemesOf(text)) {
    const last = runs.at(-1);
    const level = levels[start + index] ?? 0;
    const font = fonts.covering(characters, style);
    const script =
      COMPLEX_SCRIPTS.find(({ pattern }) => pattern.test(characters))?.script ??
      (/\p{L}/u.test(characters) ? 'simple' : (last?.script ?? 'simple'));
    if (last && last.level === level && last.font === font && last.script === script)
      runs[runs.length - 1] = { ...last, text: last.text + characters };
    else runs.push({ text: characters, level, font, script });
  }
  return runs;
};

/**
 * Shapes one line: `text` is the part of a paragraph that begins at `start`, `directions` are those of the whole
 * paragraph.
 */
export const shapeLine = (
  text: string,
  start: number,
  directions: Directions,
  style: FontStyle,
  fonts: FontLibrary,
): ShapedLine => {
  const runs = inVisualOrder(runsOf(text, start, directions, style, fonts), ({ level }) => level);
  const glyphs: PlacedGlyph[] = [];
  const spacesBefore: number[] = [];
  let x = 0;
  let spaces = 0;
  for (const run of runs) {
    const scale = style.size / run.font.unitsPerEm;
    const slanted = style.italic && !run.font.file.italic && !run.font.bitmaps;
    for (const { glyph, advance, dx, dy, isSpace } of shapeRun(run)) {
      glyphs.push({
        font: run.font,
        glyph,
        x: x + dx * scale,
        y: -dy * scale,
        size: style.size,
        slanted,
      });
      spacesBefore.push(spaces);
      if (isSpace) spaces += 1;
      x += advance * scale;
    }
  }
  return { glyphs, width: x, spacesBefore, spaces };
};

interface ShapedGlyph {
  readonly glyph: number;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
  readonly isSpace: boolean;
}

/** One for all runs: HarfBuzz frees a buffer only when the garbage collector finds it, too late in the midst of a long text. */
const buffer = new hb.Buffer();

const shapeRun = ({ text, level, font }: Run): ReadonlyArray<ShapedGlyph> => {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(level % 2 === 1 ? hb.Direction.RTL : hb.Direction.LTR);
  hb.shape(font.shaper, buffer);
  const positions = buffer.getGlyphPositions();
  return buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => ({
    glyph: codepoint,
    advance: positions[index]?.xAdvance ?? 0,
    dx: positions[index]?.xOffset ?? 0,
    dy: positions[index]?.yOffset ?? 0,
    isSpace: text[cluster] === ' ',
  }));
};
