import type { FontFile } from './font-files.js';
import type { Font } from './font-reading.js';

export const EMOJI_FAMILY = 'notocoloremoji';
export const EMOJI =
  /\p{Emoji_Presentation}|\uFE0F|\p{Regional_Indicator}|\p{Extended_Pictographic}\p{Emoji_Modifier}/u;

const IGNORABLE = /\p{Default_Ignorable_Code_Point}|\p{Cc}/u;

/** Whether a file may have a character, judged by its Unicode ranges, without reading it. */
export const mayDraw = ({ ranges = [] }: FontFile, characters: string): boolean => {
  const point = characters.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => point >= first && point <= last);
};

/** Whether a font has glyphs for all `characters` that are visible. */
export const canDraw = ({ shaper }: Font, characters: string): boolean => {
  for (const character of characters) {
    if (IGNORABLE.test(character)) continue;
    if (shaper.nominalGlyph(character.codePointAt(0) ?? 0) === undefined) return false;
  }
  return true;
};

/**
 * Orders fallback families: sans before serif, the plain face before interface and display cuts, the large CJK
 * collections last.
 */
export const byPreference = (a: string, b: string): number => rank(a) - rank(b) || (a < b ? -1 : 1);

const rank = (family: string): number => {
  if (family === 'notosans') return 0;
  if (family === EMOJI_FAMILY) return 6;
  if (family.includes('cjk')) return family.startsWith('notosans') ? 4 : 5;
  if (family.endsWith('ui') || family.includes('display') || family.includes('mono')) return 3;
  return family.startsWith('notosans') ? 1 : 2;
};

/** The fallback families to try first for East Asian text: the regional forms that its characters point to. */
export const regionalFirst = (characters: string): ReadonlyArray<string> => {
  if (/\p{Script=Hangul}/u.test(characters)) return ['notosanscjkkr'];
  if (/\p{Script=Hiragana}|\p{Script=Katakana}/u.test(characters)) return ['notosanscjkjp'];
  return /\p{Script=Han}|\p{Script=Bopomofo}|[\u3000-\u303F\uFF00-\uFFEF]/u.test(characters)
    ? ['notosanscjksc']
    : [];
};
