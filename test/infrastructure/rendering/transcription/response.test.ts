import { expect } from 'chai';
import { wordsOfResponse } from '../../../../infrastructure/rendering/transcription/openai/response.js';

const textOf = (answer: Parameters<typeof wordsOfResponse>[0]): string =>
  (wordsOfResponse(answer) ?? []).map(({ word }) => word).join('|');

const segment = { start: 0, end: 2, text: ' Hello there.' };

describe('words of a verbose_json answer', () => {
  it("are OpenAI's list", () => {
    const words = [
      { word: 'Hello', start: 0.12, end: 0.5 },
      { word: 'there', start: 0.5, end: 1.0049 },
    ];
    expect(wordsOfResponse({ text: 'Hello there.', words, segments: null })).to.deep.equal([
      { word: 'Hello', start: 120, end: 500 },
      { word: 'there', start: 500, end: 1005 },
    ]);
  });

  it("are joined from whisper.cpp's word parts", () => {
    const words = [' Cap', 'tions', ' work', '.'].map((word, index) => ({
      word,
      start: index,
      end: index + 1,
    }));
    const answer = { text: ' Captions work.', segments: [{ ...segment, words }] };
    expect(wordsOfResponse(answer)).to.deep.equal([
      { word: 'Captions', start: 0, end: 2000 },
      { word: 'work.', start: 2000, end: 4000 },
    ]);
  });

  it('share the time of a segment by their length if it has no word times', () => {
    const answer = { text: 'no one', segments: [{ start: 1, end: 2, text: ' ab abc' }] };
    expect(wordsOfResponse(answer)).to.deep.equal([
      { word: 'ab', start: 1000, end: 1400 },
      { word: 'abc', start: 1400, end: 2000 },
    ]);
  });

  it('omit noises and what Whisper classifies as silence', () => {
    const words = ['[MUSIC]', '♪', '(applause)', 'word'].map((word, index) => ({
      word,
      start: index,
      end: index + 1,
    }));
    expect(textOf({ text: 'x', words })).to.equal('word');
    const silent = { ...segment, no_speech_prob: 0.9, avg_logprob: -1.4 };
    expect(textOf({ text: 'Hello there.', segments: [silent] })).to.equal('');
    expect(textOf({ text: 'Hello there.', segments: [{ ...silent, avg_logprob: -0.2 }] })).to.equal(
      'Hello|there.',
    );
  });

  it('are none for an empty text, and unknown for a text without times', () => {
    expect(wordsOfResponse({ text: ' ', segments: [] })).to.deep.equal([]);
    expect(wordsOfResponse({ text: 'Hello' })).to.equal(undefined);
  });
});
