import { expect } from 'chai';
import { plausibleSpeech } from '../../../../infrastructure/rendering/transcription/pocketsphinx/plausible-speech.js';

const heard = (word: string, start: number, end: number, confidence: number) => ({
  word,
  start,
  end,
  confidence,
});

describe('plausible speech', () => {
  it('keeps words of middling confidence that fill their segment', () => {
    const words = [heard('we', 200, 340, 0.2), heard('got', 350, 800, 0.9), heard('caught', 810, 1050, 0.06)];
    expect(plausibleSpeech(words, 1300)).to.deep.equal(words);
  });

  it('drops only a word that is prolonged over a noise', () => {
    const word = heard('words', 2000, 2400, 0.9);
    expect(plausibleSpeech([heard('thank', 90, 1430, 1), word], 3000)).to.deep.equal([word]);
  });

  it('returns no words for guesses at beats, for a stray word in music and for silence', () => {
    const beats = [1250, 2250, 3250, 4250].map((start) => heard('if', start, start + 180, 0.17));
    expect(plausibleSpeech(beats, 8000)).to.deep.equal([]);
    expect(plausibleSpeech([heard('the', 2450, 2520, 0.33)], 8000)).to.deep.equal([]);
    expect(plausibleSpeech([], 8000)).to.deep.equal([]);
  });

  it('keeps a single word in a long segment if the confidence is high', () => {
    const word = heard('hello', 2450, 2700, 0.9);
    expect(plausibleSpeech([word], 8000)).to.deep.equal([word]);
  });
});
