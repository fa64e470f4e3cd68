import type { Canvas } from '../../../../domain/composition/composition.js';
import type { ResolvedTextStyle } from '../../../../domain/composition/resolve/resolved.js';
import { transformedText } from '../../../../domain/composition/shown-text.js';
import type { Lines, TextReport } from '../../../../workers/render/ports/rasterizer.js';
import { captionSize } from '../svg/caption-svg.js';
import { canDraw } from '../fonts/font-fallbacks.js';
import type { FontLibrary, FontRequest } from '../fonts/fonts.js';
import { graphemesOf } from './segments.js';
import { glyphStyle, styledText } from './styled-text.js';
import { boxAround, layOutText, textInset } from './text-layout.js';

/** The number of characters without glyphs that a report names at most. */
const MOST_CHARACTERS = 20;

/** Collects the characters of texts that no font draws, each once. */
const uncoveredCharacters = (fonts: FontLibrary) => {
  const found = new Set<string>();
  return {
    found,
    add: (text: string, styleAt: (position: number) => FontRequest): void => {
      for (const { text: characters, index } of graphemesOf(text)) {
        if (found.size >= MOST_CHARACTERS) return;
        if (/^\s+$/.test(characters)) continue;
        if (!canDraw(fonts.covering(characters, styleAt(index)), characters)) found.add(characters);
      }
    },
  };
};

/**
 * Lays out a text or the groups of a caption in a box, and tells how much room the lines need, in whole px with padding
 * and border, and which characters no font draws.
 */
export const textReport = (lines: Lines, box: Canvas, fonts: FontLibrary): TextReport => {
  const uncovered = uncoveredCharacters(fonts);
  if (lines._tag === 'Caption') {
    const { highlightTextProperties, nonHighlightTextProperties } = lines.caption;
    const add = (style: ResolvedTextStyle): void => {
      const request = glyphStyle(style);
      for (const words of lines.groups)
        uncovered.add(transformedText(words.join(' '), style.textTransform), () => request);
    };
    add(nonHighlightTextProperties);
    add(highlightTextProperties);
    return { needs: captionSize(lines.caption, lines.groups, fonts), uncovered: [...uncovered.found] };
  }
  const inset = textInset(lines.text);
  const room = { width: Math.max(1, box.width - inset * 2), height: Math.max(1, box.height - inset * 2) };
  // Without `overflow`, every line is laid out, and at the size of `fitText` in this room.
  const laidOut = layOutText({ ...lines.text, overflow: 'visible' }, room, fonts);
  const { text, styleAt } = styledText(lines.text);
  uncovered.add(text, styleAt);
  return { needs: boxAround(laidOut.lines, inset), uncovered: [...uncovered.found] };
};
