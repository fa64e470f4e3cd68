import { expect } from 'chai';
import { withHeardWords } from '../../../../domain/composition/captions/speech-words.js';
import { clipsWithPaths } from '../../../../domain/composition/clips/clip-paths.js';
import { listedWords } from '../../../../domain/composition/fields/caption.js';
import { ofType } from '../../../support/examples.js';
import { emptyCaption } from '../../../support/renders/empty-caption.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';

const MEDIA = 2000;
const WORDS = [
  { word: 'Hello', start: 100, end: 600 },
  { word: 'world', start: 700, end: 1500 },
];

describe('the words of a speech in captions', () => {
  /** The words and times of a caption with the time frame `caption`, which shows a speech with the time frame `voice`. */
  const shown = (
    caption: object,
    voice: object,
    within: (clips: ReadonlyArray<object>) => ReadonlyArray<object> = (clips) => clips,
  ) => {
    const speaking = { id: 'voice', type: 'audio', speech: { text: 'Hello world' }, timeFrame: voice };
    const clips = [{ ...emptyCaption(0), id: 'caption', timeFrame: caption }, ...within([speaking])];
    const composition = resolvedOf(compositionOf({ duration: 60_000 }, clips));
    const heard = withHeardWords(
      composition,
      new Map([['caption', 'voice']]),
      new Map([['voice', { words: WORDS, media: MEDIA }]]),
    );
    const found = clipsWithPaths(heard.clips).find(({ clip }) => clip.id === 'caption')?.clip;
    return listedWords(ofType('caption', found).captionProperties.words).map(({ word, start, end }) => [
      word,
      Math.round(start),
      Math.round(end),
    ]);
  };

  it('are shown when they are heard, at any start of both clips', () => {
    const expected = [
      ['Hello', 3100, 3600],
      ['world', 3700, 4500],
    ];
    expect(shown({ end: 60_000 }, { start: 3000, end: 5000 })).to.deep.equal(expected);
    const later = expected.map(([word, start, end]) => [word, Number(start) - 1000, Number(end) - 1000]);
    expect(shown({ start: 1000, end: 60_000 }, { start: 3000, end: 5000 })).to.deep.equal(later);
    const inGroup = (clips: ReadonlyArray<object>) => [
      { type: 'group', timeFrame: { start: 2000, end: 9000 }, clips },
    ];
    expect(shown({ end: 60_000 }, { start: 1000, end: 3000 }, inGroup)).to.deep.equal(expected);
  });

  it('follow the speed, the offset and the repetitions of the clip', () => {
    expect(shown({ end: 60_000 }, { end: 1000, speed: 2 })).to.deep.equal([
      ['Hello', 50, 300],
      ['world', 350, 750],
    ]);
    expect(shown({ end: 60_000 }, { end: 1000, offset: 650 })).to.deep.equal([['world', 50, 850]]);
    expect(
      shown({ end: 60_000 }, { end: 4000, loop: true }).map(([word, start]) => [word, start]),
    ).to.deep.equal([
      ['Hello', 100],
      ['world', 700],
      ['Hello', 2100],
      ['world', 2700],
    ]);
  });

  it('exclude those of a speech that is played backwards, or cut off', () => {
    expect(shown({ end: 60_000 }, { end: 2000, reverse: true })).to.deep.equal([]);
    expect(shown({ end: 60_000 }, { end: 650 })).to.deep.equal([['Hello', 100, 600]]);
  });
});
