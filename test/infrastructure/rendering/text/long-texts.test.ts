import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Rect } from '../../../../domain/composition/geometry/geometry.js';
import { captionSvgs } from '../../../../infrastructure/rendering/text/svg/caption-svg.js';
import { type FontLibrary, openFontLibrary } from '../../../../infrastructure/rendering/text/fonts/fonts.js';
import { graphemesOf, textWords } from '../../../../infrastructure/rendering/text/layout/segments.js';
import { textSvg } from '../../../../infrastructure/rendering/text/svg/text-svg.js';
import { captionLook, longTexts, textLook } from '../../../support/pictures/long-texts.js';
import { LONG } from '../../../support/long-form.js';

const FRAME: Rect = { x: 0, y: 0, width: 640, height: 360 };
const EVERYTHING: Rect = { x: -1e7, y: -1e7, width: 2e7, height: 2e7 };
const LENGTH = LONG ? 1000 : 500;

const fonts = openFontLibrary();

/** How many UTF-16 code units are shaped, counted where a font is chosen for each character. */
const shapedBy = (draw: (counting: FontLibrary) => unknown): number => {
  let shaped = 0;
  draw({
    ...fonts,
    covering: (characters, request) => {
      shaped += characters.length;
      return fonts.covering(characters, request);
    },
  });
  return shaped;
};

const kinds = {
  text: (content: string, view: Rect) =>
    shapedBy((counting) => textSvg({ ...textLook, content }, { box: FRAME, view }, counting)),
  caption: (content: string, view: Rect) =>
    shapedBy((counting) => {
      const group = { words: content.split(' ').filter((word) => word !== ''), pages: [{ highlighted: 0 }] };
      return captionSvgs(captionLook, group, { box: FRAME, view }, counting);
    }),
};

describe('Long texts', () => {
  for (const [kind, shaped] of Object.entries(kinds))
    for (const [name, make] of Object.entries(longTexts)) {
      it(`are shaped in proportion to their length where all can be seen: ${kind}, ${name}`, () => {
        const content = make(LENGTH * 4);
        const shapedOfLong = shaped(content, EVERYTHING);
        expect(shapedOfLong).to.be.at.most(shaped(make(LENGTH), EVERYTHING) * 4.4 + 100);
        expect(shapedOfLong).to.be.at.most(content.length * 14);
      });
    }

  const beyond = [
    'one long word',
    'many short words',
    'left and right to left mixed',
    'emoji sequences',
    'Thai without spaces',
    'empty lines',
  ];
  for (const name of beyond)
    it(`are laid out only as far as they can be seen: ${name}`, () => {
      const make = longTexts[name]!;
      const [once, ten] = [make(LENGTH * 8), make(LENGTH * 80)];
      const isSeen = { ...FRAME, height: 40 };
      expect(kinds.text(ten, isSeen)).to.equal(kinds.text(once, isSeen));
    });

  it('lay the words of a caption out once, however many of them are highlighted in turn', () => {
    const words = Array.from({ length: 100 }, (_, index) => `word${index}`);
    const shapedFor = (highlights: number): number =>
      shapedBy((counting) =>
        captionSvgs(
          captionLook,
          { words, pages: Array.from({ length: highlights }, (_, highlighted) => ({ highlighted })) },
          { box: FRAME, view: FRAME },
          counting,
        ),
      );
    expect(shapedFor(100)).to.equal(shapedFor(1));
  });
});

describe('Segments of text', () => {
  const whole = (granularity: 'grapheme' | 'word', text: string) =>
    Array.from(new Intl.Segmenter('und', { granularity }).segment(text), ({ segment, index }) => ({
      text: segment,
      index,
    }));

  it('are the characters that Intl.Segmenter finds in the whole text', () => {
    // Letters, line feeds, marks, emoji, flags, Hangul, Devanagari, Khmer, and half of a surrogate pair.
    const units = Array.from('ab \r\n\u0301\u200d👨👩🇩🇪🏽각가क्ក្\ud800');
    const text = fc.string({ unit: fc.constantFrom(...units), minLength: 0, maxLength: 2500 });
    fc.assert(
      fc.property(text, (text) => {
        expect([...graphemesOf(text)]).to.deep.equal(whole('grapheme', text));
      }),
      { numRuns: 60 },
    );
    for (const long of ['x' + '\u0301'.repeat(3000), '👨\u200d'.repeat(1500), '🇩🇪'.repeat(700) + '🇩'])
      expect([...graphemesOf(`ab${long}cd`)]).to.deep.equal(whole('grapheme', `ab${long}cd`));
  });

  it('are the words that Intl.Segmenter finds in the whole text', () => {
    for (const name of ['Thai', 'Khmer', 'Burmese']) {
      const text = longTexts[`${name} without spaces`]!(5000);
      expect([...textWords(text)]).to.deep.equal(whole('word', text));
    }
  });
});
