import { expect } from 'chai';
import * as fc from 'fast-check';
import { spokenTimes, wordsOfText } from '../../../../workers/render/sound/spoken-times.js';
import {
  joined,
  millisecondsOf,
  sentenceWithTimes,
  type SpokenWord,
} from '../../../support/renders/speech.js';

/** The level of each 10 ms of samples at 16 kHz. */
const levelsOf = (samples: Int16Array): ReadonlyArray<number> =>
  Array.from({ length: Math.floor(samples.length / 160) }, (_, frame) => {
    const part = samples.subarray(frame * 160, (frame + 1) * 160);
    return Math.sqrt(part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / 160);
  });

describe('the times of the words of a known text', () => {
  it('are near those that the synthesiser reports', async () => {
    const sentences = [
      'The quick brown fox jumps over the lazy dog',
      'We make videos from simple descriptions',
      'Thank you for watching',
      'Please subscribe to our channel',
    ];
    const parts: Int16Array[] = [];
    const said: SpokenWord[] = [];
    let ms = 0;
    for (const sentence of sentences) {
      const { samples, words } = await sentenceWithTimes(sentence);
      said.push(...words.map(({ word, start, end }) => ({ word, start: start + ms, end: end + ms })));
      parts.push(samples);
      ms += millisecondsOf(samples);
    }
    const found = spokenTimes(`${sentences.join('. ')}.`, levelsOf(joined(parts)));
    expect(found.map(({ word }) => word.replace('.', ''))).to.deep.equal(said.map(({ word }) => word));
    const errors = found.map(({ start }, index) => Math.abs(start - (said[index]?.start ?? NaN)));
    errors.sort((a, b) => a - b);
    expect(errors[errors.length >> 1], 'median').to.be.below(150);
    expect(errors.at(-1), 'maximum').to.be.below(300);
  });

  it('are in order, within the sound, and of all words, whatever the text and the sound', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 12 }), { maxLength: 30 }),
        fc.array(fc.constantFrom(0, 0.001, 0.2, 0.5), { maxLength: 300 }),
        (words, levels) => {
          const text = words.join(' ');
          const times = spokenTimes(text, levels);
          if (levels.some((level) => level > 0))
            expect(times.map(({ word }) => word)).to.deep.equal(wordsOfText(text));
          let before = 0;
          for (const { start, end } of times) {
            expect(start).to.be.at.least(before);
            expect(end).to.be.at.least(start);
            before = end;
          }
          expect(before).to.be.at.most(levels.length * 10);
        },
      ),
    );
  });

  it('are of words also in scripts without white space', () => {
    expect(wordsOfText('今日は天気がいいですね。').length).to.be.above(2);
    expect(wordsOfText('今日は天気がいいですね。').join('')).to.equal('今日は天気がいいですね。');
  });
});
