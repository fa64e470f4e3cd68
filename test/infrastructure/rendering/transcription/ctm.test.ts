import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { wordsOfCtm } from '../../../../infrastructure/rendering/transcription/pocketsphinx/ctm.js';

describe("pocketsphinx's words", () => {
  it('are read with their times and confidence, without fillers and pronunciation marks', () => {
    const ctm = [
      'segment 1 0.00 0.14 <s> 1.000',
      'segment 1 0.15 0.09 the(2) 0.339',
      'segment 1 0.25 0.40 <sil> 0.900',
      'segment 1 0.66 0.20 [NOISE] 0.900',
      'segment 1 0.87 0.20 [SPEECH] 0.900',
      'segment 1 1.08 0.20 ++UH++ 0.900',
      'segment 1 1.29 0.28 quick 1.000',
      '',
    ].join('\n');
    expect(wordsOfCtm(ctm)).to.deep.equal(
      E.right([
        { word: 'the', start: 150, end: 240, confidence: 0.339 },
        { word: 'quick', start: 1290, end: 1570, confidence: 1 },
      ]),
    );
  });

  it('are none for an empty file, and refused if any line is something else', () => {
    expect(wordsOfCtm('')).to.deep.equal(E.right([]));
    expect(wordsOfCtm('segment 1 0.25 0.40 a 0.9\nINFO: cmn_live.c(88)')).to.deep.equal(E.left(2));
    expect(wordsOfCtm('segment 1 0.25 -1.0 a 0.9')).to.deep.equal(E.left(1));
    expect(wordsOfCtm('segment 1 nan 0.40 a 0.9')).to.deep.equal(E.left(1));
  });
});
