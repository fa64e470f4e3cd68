import * as hb from 'harfbuzzjs';
import { type Directions, inVisualOrder } from './bidi.js';
import type { Font, FontLibrary } from '../fonts/fonts.js';
import {
  CURSIVE_SCRIPTS,
  dividedRun,
  type FontStyle,
  type Run,
  runsOf,
  styleIn,
  type StyleAt,
} from './shaping-runs.js';

/** A glyph and its place, in px from the start of its line; y grows downwards from the baseline. */
export interface PlacedGlyph {
  readonly font: Font;
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Whether the glyph is slanted, because the font has no italic and the text asks for one. */
  readonly slanted: boolean;
  /** Offset of its first character in the paragraph, in UTF-16 code units. */
  readonly position: number;
  /** The range that it takes on the line, in px from its start. */
  readonly from: number;
  readonly to: number;
}

/**
 * Adjacent glyphs in one style, from index `first` to before `end`; `from` and `to` are px from the start of the line.
 */
export interface Stretch<S extends FontStyle> {
  readonly style: S;
  readonly first: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  /** The number of spaces of the line to the left of its start and of its end. */
  readonly spacesBefore: number;
  readonly spacesTo: number;
}

/** One line of shaped text: its glyphs from left to right, and the positions of its spaces, for justification. */
export interface ShapedLine<S extends FontStyle = FontStyle> {
  readonly glyphs: ReadonlyArray<PlacedGlyph>;
  readonly width: number;
  /** The number of spaces to the left of each glyph. */
  readonly spacesBefore: ReadonlyArray<number>;
  readonly spaces: number;
  /** The parts with different styles, from left to right. */
  readonly stretches: ReadonlyArray<Stretch<S>>;
}

/**
 * Shapes one line. `text` is the part of a paragraph that begins at `start`; `directions` and `styleAt` refer to
 * positions in the whole paragraph.
 */
export const shapeStyledLine = <S extends FontStyle>(
  text: string,
  start: number,
  directions: Directions,
  styleAt: StyleAt<S>,
  fonts: FontLibrary,
): ShapedLine<S> => {
  const line = { text, start };
  const parts = runsOf(text, start, directions, styleAt, fonts).flatMap((run) => withoutLigatures(run, line));
  const runs = inVisualOrder(parts, ({ level }) => level);
  const begun: Omit<Stretch<S>, 'end' | 'to' | 'spacesTo'>[] = [];
  const glyphs: PlacedGlyph[] = [];
  const spacesBefore: number[] = [];
  let x = 0;
  let spaces = 0;
  for (const run of runs) {
    const scale = run.style.size / run.font.unitsPerEm;
    const slanted = run.style.italic && !run.font.italic && !run.font.bitmaps;
    for (const { glyph, advance, dx, dy, isSpace, before, after, cluster } of spacedGlyphs(run, line)) {
      const style = styleIn(run, cluster);
      const from = x;
      if (begun.at(-1)?.style !== style)
        begun.push({ style, first: glyphs.length, from, spacesBefore: spaces });
      x += before;
      glyphs.push({
        font: run.font,
        glyph,
        x: x + dx * scale,
        y: -dy * scale,
        size: run.style.size,
        slanted,
        position: run.start + cluster,
        from,
        to: x + advance * scale + after,
      });
      spacesBefore.push(spaces);
      if (isSpace) spaces += 1;
      x += advance * scale + after;
    }
  }
  const stretches = begun.map((stretch, index): Stretch<S> => {
    const next = begun[index + 1] ?? { first: glyphs.length, from: x, spacesBefore: spaces };
    return { ...stretch, end: next.first, to: next.from, spacesTo: next.spacesBefore };
  });
  return { glyphs, width: x, spacesBefore, spaces, stretches };
};

/** Shapes a line with a single style: see {@link shapeStyledLine}. */
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
  /** Letter and word spacing to its left and to its right, in px. */
  readonly before: number;
  readonly after: number;
}

/** The text of a line, and its offset in the paragraph. */
interface LineText {
  readonly text: string;
  readonly start: number;
}

/**
 * A run, divided where a ligature would join letters of two styles, so that each letter is drawn in its own. In scripts
 * whose spelling needs such ligatures, the style of the first letter counts.
 */
const withoutLigatures = <S extends FontStyle>(run: Run<S>, line: LineText): ReadonlyArray<Run<S>> => {
  if (run.parts.length === 1 || run.script !== 'simple') return [run];
  const clusters = new Set(spacedGlyphs(run, line).map(({ cluster }) => cluster));
  return dividedRun(run, ({ at }) => !clusters.has(at));
};

/** The glyphs of a run with the spacing of its style, which follows each character in reading direction. */
const spacedGlyphs = <S extends FontStyle>(run: Run<S>, line: LineText): ReadonlyArray<SpacedGlyph> => {
  const { letterSpacing = 0, wordSpacing = 0 } = run.style;
  const spacing = CURSIVE_SCRIPTS.has(run.script) ? 0 : letterSpacing;
  const glyphs = shapeRun(run, line, spacing !== 0);
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

/** Spaced letters are not joined into ligatures (CSS Text 3, section 8.2). */
const WITHOUT_LIGATURES = ['liga', 'clig'].map((tag) => new hb.Feature(tag, 0));

/** OpenType feature `tnum`. */
const TABULAR_FIGURES = [new hb.Feature('tnum', 1)];

/** Shared by all runs: a buffer is only freed by the garbage collector, which is too late within a long text. */
const buffer = new hb.Buffer();

/** The neighbouring characters by which HarfBuzz decides how a letter is joined, in UTF-16 code units. */
const CONTEXT = 16;

const shapeRun = <S extends FontStyle>(
  { text, start, script, level, font, style }: Run<S>,
  line: LineText,
  isSpaced: boolean,
): ReadonlyArray<ShapedGlyph> => {
  buffer.reset();
  const from = start - line.start;
  const context = CURSIVE_SCRIPTS.has(script) ? CONTEXT : 0;
  const before = Math.min(from, context);
  buffer.addText(line.text.slice(from - before, from + text.length + context), before, text.length);
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
    isSpace: text[cluster - before] === ' ',
    cluster: cluster - before,
  }));
};
