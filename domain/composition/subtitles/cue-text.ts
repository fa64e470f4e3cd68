import { type SubtitleFormat, timestampOf } from './blocks.js';

/** A karaoke timestamp in the text of a cue. */
export interface KaraokeTimestamp {
  /** The number of characters before it, without white space. */
  readonly characters: number;
  /** ms */
  readonly at: number;
}

export interface CueText {
  readonly words: ReadonlyArray<string>;
  readonly timestamps: ReadonlyArray<KaraokeTimestamp>;
}

/** Parses the text of a cue. WebVTT may have karaoke timestamps, such as `<00:00:01.500>`. */
export const cueText = (text: string, format: SubtitleFormat): CueText =>
  format === 'vtt' ? webVttText(text) : { words: wordsOf(withoutSubRipTags(text)), timestamps: [] };

/** Splits at white space and control characters. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  text.split(/[\s\p{Cc}]+/u).filter((word) => word !== '');

/** Removes what players interpret in SubRip: a few HTML tags, and positions of other formats such as `{\an8}`. */
const withoutSubRipTags = (text: string): string =>
  text.replaceAll(/<\/?(?:b|i|u|s|font)(?:\s[^<>]*)?>/gi, '').replaceAll(/\{\\[^{}]*\}/g, '');

/** https://www.w3.org/TR/webvtt1/#webvtt-cue-text-parsing-rules: an unclosed tag lasts until the end. */
const webVttText = (text: string): CueText => {
  const timestamps: KaraokeTimestamp[] = [];
  let plain = '';
  let characters = 0;
  let from = 0;
  const add = (part: string): void => {
    const added = unescaped(part);
    plain += added;
    characters += wordsOf(added).reduce((sum, { length }) => sum + length, 0);
  };
  for (const tag of text.matchAll(/<([^>]*)(?:>|$)/g)) {
    add(text.slice(from, tag.index));
    from = tag.index + tag[0].length;
    const at = timestampOf(tag[1] ?? '');
    if (at !== undefined) timestamps.push({ characters, at });
  }
  add(text.slice(from));
  return { words: wordsOf(plain), timestamps };
};

const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
};

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (escape, decimal, hex, name) => {
    if (typeof name === 'string') return CHARACTERS[name] ?? escape;
    return characterOf(typeof decimal === 'string' ? Number(decimal) : parseInt(String(hex), 16)) ?? escape;
  });

/** Undefined for surrogates and NUL, which are not characters of a text. */
const characterOf = (code: number): string | undefined =>
  code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
