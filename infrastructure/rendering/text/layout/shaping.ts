import { type Directions, inVisualOrder } from './bidi.js';
import type { Font, FontLibrary } from '../fonts/fonts.js';
import {
  dividedRun,
  type FontStyle,
  type ShapingRun,
  shapingRuns,
  styleIn,
  type StyleAt,
} from './shaping-runs.js';
import { type LineText, spacedGlyphs } from './run-glyphs.js';

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
export interface GlyphStretch<S extends FontStyle> {
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
  readonly stretches: ReadonlyArray<GlyphStretch<S>>;
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
  const parts = shapingRuns(text, start, directions, styleAt, fonts).flatMap((run) =>
    withoutLigatures(run, line),
  );
  const runs = inVisualOrder(parts, ({ level }) => level);
  const begun: Omit<GlyphStretch<S>, 'end' | 'to' | 'spacesTo'>[] = [];
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
  const stretches = begun.map((stretch, index): GlyphStretch<S> => {
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

/**
 * A run, divided where a ligature would join letters of two styles, so that each letter is drawn in its own. In scripts
 * whose spelling needs such ligatures, the style of the first letter counts.
 */
const withoutLigatures = <S extends FontStyle>(
  run: ShapingRun<S>,
  line: LineText,
): ReadonlyArray<ShapingRun<S>> => {
  if (run.parts.length === 1 || run.script !== 'simple') return [run];
  const clusters = new Set(spacedGlyphs(run, line).map(({ cluster }) => cluster));
  return dividedRun(run, ({ at }) => !clusters.has(at));
};
