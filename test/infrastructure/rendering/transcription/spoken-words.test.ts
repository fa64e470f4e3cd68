import { expect } from 'chai';
import * as fc from 'fast-check';
import { captionWords } from '../../../../infrastructure/rendering/transcription/spoken-words.js';

const evenly = (text: string): ReadonlyArray<{ word: string; start: number; end: number }> =>
  text.split(' ').map((word, index) => ({ word, start: index * 200, end: index * 200 + 190 }));

const textOf = (words: ReadonlyArray<{ readonly word: string }>): string =>
  words.map(({ word }) => word).join(' ');

describe('caption words', () => {
  it('begin each sentence with a capital, also after a pause, and capitalise I', () => {
    const words = [
      ...evenly("thank you i think i'm done it is"),
      { word: 'émile', start: 3000, end: 3200 },
      { word: 'agrees', start: 3210, end: 3500 },
    ];
    expect(textOf(captionWords(words, 4000))).to.equal("Thank you I think I'm done it is Émile agrees");
  });

  it('keep the case of a recogniser that distinguishes it', () => {
    expect(textOf(captionWords(evenly('this is NASA.'), 4000))).to.equal('this is NASA.');
  });

  it('are sorted, do not overlap, have whole ms within the audio, and are not empty', () => {
    const time = fc.double({ min: -100, max: 20_000, noNaN: true });
    const word = fc.record({ word: fc.constantFrom('a', ' b ', '', ' ', 'cd'), start: time, end: time });
    fc.assert(
      fc.property(fc.array(word), fc.nat(15_000), (words, lengthMs) => {
        const made = captionWords(words, lengthMs);
        expect(made).to.have.length(words.filter(({ word }) => word.trim() !== '').length);
        made.forEach(({ word, start, end }, index) => {
          expect(word).to.match(/^\S+$/);
          expect(Number.isInteger(start) && Number.isInteger(end)).to.equal(true);
          expect(start).to.be.at.least(made[index - 1]?.end ?? 0);
          expect(end).to.be.within(start, lengthMs);
        });
      }),
    );
  });
});
