import * as hb from 'harfbuzzjs';
import { CURSIVE_SCRIPTS, type FontStyle, type ShapingRun } from './shaping-runs.js';

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
export interface LineText {
  readonly text: string;
  readonly start: number;
}

/** The glyphs of a run with the spacing of its style, which follows each character in reading direction. */
export const spacedGlyphs = <S extends FontStyle>(
  run: ShapingRun<S>,
  line: LineText,
): ReadonlyArray<SpacedGlyph> => {
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
  { text, start, script, level, font, style }: ShapingRun<S>,
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
