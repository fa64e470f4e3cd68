import { expect } from 'chai';
import { IntlMessageFormat } from 'intl-messageformat';
import { findTexts, readWords } from '../../web/extract-words.js';

/** The names of the values that a text has places for. */
const placesIn = (text: string): ReadonlyArray<string> =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name))].sort();

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

      it('can be formatted, with the same values as in English', () => {
        // Descriptions of fields name placeholders of templates, `{{flag}}`, and are not formatted.
        for (const text of texts.filter((one) => !one.includes('{{'))) {
          const translated = words[text] ?? '';
          expect(
            () => new IntlMessageFormat(translated, tag, undefined, { ignoreTag: true }),
            text,
          ).not.to.throw();
          expect(placesIn(translated), text).to.deep.equal(placesIn(text));
        }
      });
    });
});
