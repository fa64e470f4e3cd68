import type { TextProperties } from '../../../../domain/composition/fields/text.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';

/**
 * A part of a text or caption: the background and border of its box (`box`), the backgrounds of its lines or words
 * (`lines`), or the glyphs with their strokes and shadows (`glyphs`).
 */
export type TextPart = 'box' | 'lines' | 'glyphs';

interface Backed {
  readonly backgroundColor?: unknown;
  readonly borderWidth?: number;
}

const isBacked = ({ backgroundColor = 'transparent', borderWidth = 0 }: Backed): boolean =>
  backgroundColor !== 'transparent' || borderWidth > 0;

const isBehindLines = (lines: TextProperties['textBackground']): boolean =>
  isBacked({ backgroundColor: lines?.color, borderWidth: lines?.border?.width ?? 0 });

const behindGlyphs = (clip: ResolvedClip): ReadonlyArray<TextPart> => {
  if (clip.type === 'caption') {
    const { highlightTextProperties, nonHighlightTextProperties, textBackground } = clip.captionProperties;
    const words = [highlightTextProperties, nonHighlightTextProperties];
    return words.some(isBacked) || isBehindLines(textBackground) ? ['lines'] : [];
  }
  if (clip.type !== 'text') return [];
  return [
    ...(isBacked(clip.textProperties) ? (['box'] as const) : []),
    ...(isBehindLines(clip.textProperties.textBackground) ? (['lines'] as const) : []),
  ];
};

/**
 * The parts of a text that are drawn separately, from bottom to top; empty if it is drawn as a whole. Keys and filters
 * apply to the glyphs alone, and motion does not apply to the box (spec of the composition format, §1).
 */
export const separateParts = (clip: ResolvedClip): ReadonlyArray<TextPart> => {
  const { filters = [], chromaKey } = clip.effects ?? {};
  if (filters.length === 0 && chromaKey === undefined && clip.motion === undefined) return [];
  const behind = behindGlyphs(clip);
  return behind.length === 0 ? [] : [...behind, 'glyphs'];
};
