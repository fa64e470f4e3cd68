import * as hb from 'harfbuzzjs';
import { type Directions, inVisualOrder } from './bidi.js';
import type { Font, FontLibrary } from './fonts.js';
import { CURSIVE_SCRIPTS, type FontStyle, type Run, runsOf, type StyleAt } from './shaping-runs.js';

/** A glyph and where it stands, in px from the start of its line; y grows downwards from the baseline. */
export interface PlacedGlyph {
  readonly font: Font;
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Whether the font lacks the italic that was asked for, so that the glyph is slanted. */
  readonly slanted: boolean;
  /** Where its first character stands in its paragraph, in UTF-16 code units. */
  readonly position: number;
  /** The room it takes on the line, px from its start. */
  readonly from: number;
  readonly to: number;
}

/** Glyphs next to each other in one style: those from `first` to before `end`. `from` and `to` in px from the start of the line. */
export interface Stretch<S extends FontStyle> {
  readonly style: S;
  readonly first: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  /** How many spaces of the line lie to the left of its start and of its end. */
  readonly spacesBefore: number;
  readonly spacesTo: number;
}

/** Text of one line, shaped: glyphs from left to right, and the positions of its spaces, for justifying. */
export interface ShapedLine<S extends FontStyle = FontStyle> {
  readonly glyphs: ReadonlyArray<PlacedGlyph>;
  readonly width: number;
  /** For each glyph, how many spaces lie to the left of it. */
  readonly spacesBefore: ReadonlyArray<number>;
  readonly spaces: number;
  /** The parts with different styles, from left to right. */
  readonly stretches: ReadonlyArray<Stretch<S>>;
}

/**
 * Shapes one line: `text` is the part of a paragraph that begins at `start`, `directions` are those of the whole
 * paragraph, and so are the positions of `styleAt`.
 */
export const shapeStyledLine = <S extends FontStyle>(
  text: string,
  start: number,
  directions: Directions,
  styleAt: StyleAt<S>,
  fonts: FontLibrary,
): ShapedLine<S> => {
  const runs = inVisualOrder(runsOf(text, start, directions, styleAt, fonts), ({ level }) => level);
  const stretches: Stretch<S>[] = [];
  const glyphs: PlacedGlyph[] = [];
  const spacesBefore: number[] = [];
  let x = 0;
  let spaces = 0;
  for (const run of runs) {
    const { style } = run;
    const scale = style.size / run.font.unitsPerEm;
    const begin = { style, first: glyphs.length, from: x, spacesBefore: spaces };
    const slanted = style.italic && !run.font.italic && !run.font.bitmaps;
    for (const { glyph, advance, dx, dy, isSpace, before, after, cluster } of spacedGlyphs(run)) {
      const from = x;
      x += before;
      glyphs.push({
        font: run.font,
        glyph,
        x: x + dx * scale,
        y: -dy * scale,
        size: style.size,
        slanted,
        position: run.start + cluster,
        from,
        to: x + advance * scale + after,
      });
      spacesBefore.push(spaces);
      if (isSpace) spaces += 1;
      x += advance * scale + after;
    }
    const last = stretches.at(-1);
    const joined = last?.style === style ? last : begin;
    if (last === joined) stretches.pop();
    stretches.push({ ...joined, end: glyphs.length, to: x, spacesTo: spaces });
  }
  return { glyphs, width: x, spacesBefore, spaces, stretches };
};

/** Shapes one line that has one style: see {@link shapeStyledLine}. */
export const shapeLine = <S extends FontStyle>(
  text: string,
  start: number,
  directions: Directions,
  style: S,
  fonts: FontLibrary,
): ShapedLine<S> => shapeStyledLine(text, start, directions, () => style, fonts);

interface ShapedGlyph {
  readonly glyph: number;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
  readonly isSpace: boolean;
  /** Index of its first character in the run. */
  readonly cluster: number;
}

interface SpacedGlyph extends ShapedGlyph {
  /** Px of letter and word spacing to its left and to its right. */
  readonly before: number;
  readonly after: number;
}

/** The glyphs of a run with the spacing of its style, which follows each character in reading direction. */
const spacedGlyphs = <S extends FontStyle>(run: Run<S>): ReadonlyArray<SpacedGlyph> => {
  const { letterSpacing = 0, wordSpacing = 0 } = run.style;
  const spacing = CURSIVE_SCRIPTS.has(run.script) ? 0 : letterSpacing;
  const glyphs = shapeRun(run, spacing !== 0);
  if (spacing === 0 && wordSpacing === 0) return glyphs.map((glyph) => ({ ...glyph, before: 0, after: 0 }));
  const advances = new Map<number, number>();
  for (const { cluster, advance } of glyphs) advances.set(cluster, (advances.get(cluster) ?? 0) + advance);
  const rightToLeft = run.level % 2 === 1;
  return glyphs.map((glyph, index) => {
    const { cluster } = glyph;
    const isOuter = glyphs[index + (rightToLeft ? -1 : 1)]?.cluster !== cluster;
    const isWordSpace = /[ \u00A0]/.test(run.text[cluster] ?? '');
    const extra = isOuter && (advances.get(cluster) ?? 0) > 0 ? spacing + (isWordSpace ? wordSpacing : 0) : 0;
    return { ...glyph, before: rightToLeft ? extra : 0, after: rightToLeft ? 0 : extra };
  });
};

/** Letters that are spaced are not joined into ligatures (CSS Text 3, section 8.2). */
const WITHOUT_LIGATURES = ['liga', 'clig'].map((tag) => new hb.Feature(tag, 0));

/** OpenType feature `tnum`. */
const TABULAR_FIGURES = [new hb.Feature('tnum', 1)];

/** One for all runs: HarfBuzz frees a buffer only when the garbage collector finds it, too late in the midst of a long text. */
const buffer = new hb.Buffer();

const shapeRun = <S extends FontStyle>(
  { text, level, font, style }: Run<S>,
  isSpaced: boolean,
): ReadonlyArray<ShapedGlyph> => {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(level % 2 === 1 ? hb.Direction.RTL : hb.Direction.LTR);
  const features = [
    ...(isSpaced ? WITHOUT_LIGATURES : []),
    ...(style.tabularFigures === true ? TABULAR_FIGURES : []),
  ];
  hb.shape(font.shaper, buffer, features.length > 0 ? features : undefined);
  const positions = buffer.getGlyphPositions();
  return buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => ({
    glyph: codepoint,
    advance: positions[index]?.xAdvance ?? 0,
    dx: positions[index]?.xOffset ?? 0,
    dy: positions[index]?.yOffset ?? 0,
    isSpace: text[cluster] === ' ',
    cluster,
  }));
};
