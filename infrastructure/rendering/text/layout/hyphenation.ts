import { createRequire } from 'node:module';
import { type TextRange, unbreakablePieces } from './break-opportunities.js';

type Hyphenate = (text: string, options: { readonly hyphenChar: string }) => string;

const require = createRequire(import.meta.url);
const SOFT_HYPHEN = '\u00AD';
/** Language tags (BCP 47) as the package names its folders. */
const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/;
const known = new Map<string, Hyphenate | undefined>();

/** The hyphenation of a language, or of the language that it is a variant of; undefined if there are no patterns. */
const hyphenationOf = (lang: string): Hyphenate | undefined => {
  const tag = lang.toLowerCase();
  if (known.has(tag)) return known.get(tag);
  let found: Hyphenate | undefined;
  for (const name of [tag, tag.split('-')[0] ?? tag])
    if (TAG.test(name) && !found)
      try {
        found = (require(`hyphen/${name}/index.js`) as { readonly hyphenateSync: Hyphenate }).hyphenateSync;
      } catch {
        // There are no patterns of that name: as in CSS, words are not divided.
      }
  known.set(tag, found);
  return found;
};

/**
 * The parts of a paragraph between which a line may end, also within words where the patterns of the language or a soft
 * hyphen (U+00AD) allow it.
 */
export function* hyphenatedPieces(paragraph: string, lang: string): Generator<TextRange> {
  const hyphenate = hyphenationOf(lang);
  for (const piece of unbreakablePieces(paragraph)) {
    let { start } = piece;
    if (hyphenate)
      for (const end of pointsWithin(paragraph.slice(piece.start, piece.end), hyphenate)) {
        yield { start, end: piece.start + end, isHyphenated: true };
        start = piece.start + end;
      }
    const isSoft = piece.end < paragraph.length && paragraph.charAt(piece.end - 1) === SOFT_HYPHEN;
    yield { start, end: piece.end, isHyphenated: isSoft };
  }
}

/** Where the words of a text may be divided. */
function* pointsWithin(text: string, hyphenate: Hyphenate): Generator<number> {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]{5,60}/gu)) {
    let end = index;
    const parts = hyphenate(word, { hyphenChar: SOFT_HYPHEN }).split(SOFT_HYPHEN);
    if (parts.join('') !== word) continue;
    for (const part of parts.slice(0, -1)) yield (end += part.length);
  }
}
