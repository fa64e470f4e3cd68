/** Whether a page says everything in German, and shows it whole. */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Page } from 'playwright-core';
import { readWords } from '../../../web/extract-words.js';

/** Stands for a value within a text. */
const VALUE = '\u0000';

/** What a text can be on a page, as a regular expression, and the pieces between its values. */
const formsOf = (text: string): ReadonlyArray<string> => {
  const names = [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name);
  const counted = new Set([...text.matchAll(/\{(\w+), plural/g)].map(([, name = '']) => name));
  if (names.length === 0 || text.includes('{{')) return [text];
  const format = new IntlMessageFormat(text, 'de', undefined, { ignoreTag: true });
  return [0, 1, 7].map((count) => {
    const values = names.map((name) => [name, counted.has(name) ? count : VALUE] as const);
    return String(format.format(Object.fromEntries(values)));
  });
};

const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text);

const wordsOfGerman = () => {
  const forms = Object.values(readWords().get('de') ?? {}).flatMap(formsOf);
  const pieces = forms.flatMap((form) => form.split(VALUE).map((piece) => piece.trim()));
  const patterns = forms
    .filter((form) => form.includes(VALUE) && hasWord(form))
    .map((form) =>
      form
        .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll(VALUE, '.+')
        .replaceAll('7', '\\d+'),
    );
  return { whole: new Set(pieces), pattern: new RegExp(`^(?:${patterns.join('|')})$`, 'u') };
};

/** Units, names in capitals, and times such as `vor 2 Minuten`. */
const WITHOUT_WORDS =
  /^(?:[^\p{Ll}]*|[\d.,×:\s-]+ ?(?:s|ms|px|kB|MB)|vor \d+ \p{L}+|gestern|https?:\/\/|fw_…|Framewright)$/u;

/** Everything that can be read on the page, or is said of it. */
const READ = `(() => {
  const texts = new Set();
  const skipped = 'script, style, code, kbd, pre, [lang], optgroup *, datalist *';
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest(skipped) || !element.checkVisibility({ visibilityProperty: true })) continue;
    for (const name of ['alt', 'aria-label', 'aria-valuetext', 'data-tip', 'placeholder', 'title'])
      if (element.hasAttribute(name)) texts.add(element.getAttribute(name));
    for (const node of element.childNodes) if (node.nodeType === 3) texts.add(node.textContent);
  }
  return [...texts].map((text) => text.replaceAll(/\\s+/g, ' ').trim());
})()`;

/** @param data what is not said by the pages, such as names of videos @returns what is not German */
export const foreignTexts = async (page: Page, data: RegExp): Promise<ReadonlyArray<string>> => {
  const { whole, pattern } = wordsOfGerman();
  const isGerman = (text: string): boolean =>
    whole.has(text) || WITHOUT_WORDS.test(text) || data.test(text) || pattern.test(text);
  const texts = await page.evaluate<ReadonlyArray<string>>(READ);
  return texts.filter((text) => {
    const [said = '', ...keys] = text.split(/(?= (?:Strg|Umschalt|Alt|Entf|Leertaste|[[\]?SJKL]$))/);
    const parts = said.split(/ · |, |: /);
    return !isGerman(text) && !(keys.length > 0 && isGerman(said)) && !parts.every(isGerman);
  });
};

/** The controls, headings and labels whose text is wider than they are. */
export const cutOff = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate<ReadonlyArray<string>>(`(() => {
    const range = document.createRange();
    const textsIn = (element) =>
      [element, ...element.querySelectorAll('*:not([aria-hidden] *, [aria-hidden])')]
        .flatMap(({ childNodes }) => [...childNodes])
        .filter(({ nodeType }) => nodeType === 3);
    const isCut = (element) => {
      const box = element.getBoundingClientRect();
      return textsIn(element).some((text) => {
        range.selectNodeContents(text);
        const { width, left, right } = range.getBoundingClientRect();
        return width > 0 && (left < box.left - 1 || right > box.right + 1);
      });
    };
    return [...document.querySelectorAll('button, label, summary, th, h1, h2, h3, legend, .badge, .lane-name')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && isCut(element))
      .map((element) => element.outerHTML.slice(0, 200));
  })()`);
