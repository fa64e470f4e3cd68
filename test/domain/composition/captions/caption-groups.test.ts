import { expect } from 'chai';
import { captionStates } from '../../../../domain/composition/captions/caption-groups.js';

const rate = { num: 10, den: 1 };
const word = (text: string, start: number, end: number) => ({ word: text, start, end });

describe('Caption states', () => {
  const states = (
    words: ReturnType<typeof word>[],
    maxWordsInFrame: number,
    timeFrame = { start: 0, offset: 0 },
  ) =>
    captionStates({ words, maxWordsInFrame }, timeFrame, rate, { from: 0, to: 100 }).map(
      ({ state, span }) => [
        state.words.map((text, index) => (index === state.highlighted ? text.toUpperCase() : text)).join(' '),
        span.from,
        span.to,
      ],
    );

  it('highlight the word being spoken, and keep a group until the next begins or the last word ends', () => {
    const words = [word('a', 0, 300), word('b', 300, 500), word('c', 800, 1000), word('d', 1500, 2000)];
    expect(states(words, 2)).to.deep.equal([
      ['A b', 0, 3],
      ['a B', 3, 5],
      ['a b', 5, 8],
      ['C d', 8, 10],
      ['c d', 10, 15],
      ['c D', 15, 20],
    ]);
  });

  it('count word times from the start of the clip plus its offset', () => {
    expect(states([word('a', 0, 1000), word('b', 1000, 2000)], 1, { start: 500, offset: 700 })).to.deep.equal(
      [
        ['A', 0, 8],
        ['B', 8, 18],
      ],
    );
  });

  it('move to the next word if words overlap, and skip empty ones', () => {
    expect(states([word('a', 0, 900), word(' ', 100, 200), word('b', 400, 700)], 3)).to.deep.equal([
      ['A b', 0, 4],
      ['a B', 4, 7],
      ['a b', 7, 9],
    ]);
  });

  it('show nothing before the first word and after the last', () => {
    expect(states([word('a', 1000, 1000)], 1)).to.deep.equal([]);
    expect(states([], 1)).to.deep.equal([]);
  });
});
