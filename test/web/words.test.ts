import { expect } from 'chai';
import { IntlMessageFormat } from 'intl-messageformat';
import { findTexts, readWords } from '../../web/extract-words.js';
import { typedNumber } from '../../web/src/shared/texts.js';
import { formatted } from '../../web/src/words/words.js';

/** The names of the values that a text has places for. */
const placesIn = (text: string): ReadonlyArray<string> =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name))].sort();

describe('numbers that people type', () => {
  it('have a point or the decimal separator of the locale', () => {
    for (const [text, decimal, number] of [
      ['12.5', '.', 12.5],
      [' -.5 ', '.', -0.5],
      ['12,5', ',', 12.5],
      ['12.5', ',', 12.5],
      ['1,000', '.', undefined],
      ['1,2,3', ',', undefined],
      ['1e3', '.', undefined],
      ['', ',', undefined],
    ] as const)
      expect(typedNumber(text, decimal), text).to.equal(number);
  });
});

describe('the words of the pages', () => {
  const texts = findTexts();

  for (const [tag, words] of readWords())
    describe(`in ${tag}`, () => {
      it('are those of the code: `npm run words` brings the file up to date', () => {
        expect(Object.keys(words)).to.deep.equal(texts);
      });

      it('are all translated', () => {
        expect(texts.filter((text) => !words[text]?.trim())).to.deep.equal([]);
      });

      it('are formatted with the same values as in English, as the library for MessageFormat does', () => {
        // Descriptions of fields name placeholders of templates, `{{flag}}`, and are not formatted.
        for (const text of texts.filter((one) => !one.includes('{{'))) {
          expect(placesIn(words[text] ?? ''), text).to.deep.equal(placesIn(text));
          for (const count of [0, 1, 2, 1234]) {
            const values = Object.fromEntries(placesIn(text).map((name) => [name, count]));
            for (const one of [text, words[text] ?? '']) {
              const format = new IntlMessageFormat(one, 'en', undefined, { ignoreTag: true });
              expect(formatted(one, values).join(''), one).to.equal(format.format(values));
            }
          }
        }
      });
    });
});
