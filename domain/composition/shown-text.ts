import type { TextProperties } from './format/text.js';

type Transform = TextProperties['textTransform'];

/** The first letter of each word, and what comes before it in the word. An apostrophe may be within a word. */
const FIRST_LETTERS = /(?<![\p{L}\p{M}\p{N}]['\u2019]?)\p{L}/gu;

/** The language tag, if letters can change their case by it. */
const localeOf = (lang: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(lang)[0];
  } catch {
    // It has the form of a tag, but is none: letters change as in most languages.
    return undefined;
  }
};

/**
 * Text as `textTransform` shows it (CSS Text 3, section 2.1).
 * @param before the preceding characters, which decide whether the text begins within a word
 * @param lang the language, which may have rules of its own
 */
export const transformed = (text: string, transform: Transform, before = '', lang?: string): string => {
  const locale = lang === undefined ? undefined : localeOf(lang);
  const upper = (letters: string): string =>
    locale === undefined ? letters.toUpperCase() : letters.toLocaleUpperCase(locale);
  switch (transform) {
    case undefined:
    case 'none':
      return text;
    case 'uppercase':
      return upper(text);
    case 'lowercase':
      return locale === undefined ? text.toLowerCase() : text.toLocaleLowerCase(locale);
    case 'capitalize':
      return (before + text)
        .replaceAll(FIRST_LETTERS, (letter, index: number) =>
          index < before.length ? letter : upper(letter),
        )
        .slice(before.length);
  }
};

type Shown = Pick<TextProperties, 'content' | 'textTransform' | 'lang'> & {
  readonly spans?: ReadonlyArray<{ readonly text: string; readonly textTransform?: Transform }>;
};

/** How far back `transformed` looks, in UTF-16 code units. */
const LOOK_BACK = 3;

/** The parts of a text as they are shown: of each span or, without spans, of the whole text. */
export const shownParts = ({ content, textTransform, lang, spans }: Shown): ReadonlyArray<string> => {
  let before = '';
  return (spans ?? [{ text: content }]).map(({ text, ...own }: NonNullable<Shown['spans']>[number]) => {
    const shown = transformed(
      text.replaceAll('\t', '    '),
      own.textTransform ?? textTransform,
      before,
      lang,
    );
    before = (before + shown).slice(-LOOK_BACK);
    return shown;
  });
};

export const shownText = (text: Shown): string => shownParts(text).join('');
