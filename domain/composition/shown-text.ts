import type { TextProperties } from './fields/text.js';

type Transform = TextProperties['textTransform'];

/** The first letter of each word. A letter after an apostrophe within a word is not one. */
const FIRST_LETTERS = /(?<![\p{L}\p{M}\p{N}]['\u2019]?)\p{L}/gu;

/** The canonical form of a language tag; undefined if it is not valid. */
const localeOf = (lang: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(lang)[0];
  } catch {
    // Case is then converted as in most languages.
    return undefined;
  }
};

/**
 * Applies `textTransform` to a text (CSS Text 3, section 2.1).
 * @param before the preceding characters, which decide whether the text begins within a word
 * @param lang the language, which may have its own rules
 */
export const transformedText = (text: string, transform: Transform, before = '', lang?: string): string => {
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

/** The number of preceding UTF-16 code units that `transformedText` needs. */
const LOOK_BACK = 3;

/** The shown text of each span, or of the whole text if there are no spans. */
export const shownParts = ({ content, textTransform, lang, spans }: Shown): ReadonlyArray<string> => {
  let before = '';
  return (spans ?? [{ text: content }]).map(({ text, ...own }: NonNullable<Shown['spans']>[number]) => {
    const shown = transformedText(
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
