import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { Word } from '../../../domain/composition/fields/word.js';
import type { Transcriber } from '../../../workers/render/ports/transcriber.js';
import type { CaptionLanguageCode } from '../../../domain/render/events.js';
import { type FailureCause, recordedFailure } from '../../../domain/render/failure-cause.js';
import type { Recogniser } from '../../../infrastructure/rendering/transcription/recogniser.js';
import { speechTranscriber } from '../../../infrastructure/rendering/transcription/speech-transcriber.js';
import { rightOf } from '../../support/right-of.js';
import {
  joined,
  type KnownSpeech,
  millisecondsOf,
  plainWords,
  sentenceWithTimes,
  silence,
  spoken,
  synthetic,
  wordErrorRate,
  wordsApart,
  writeSamples,
} from '../../support/renders/speech.js';
import { itIfLong } from '../../support/long-form.js';
import { folderForSuite } from '../../support/for-suite.js';

/** A recogniser that the suite can break. */
export interface RecogniserUnderTest {
  readonly recogniser: Recogniser;
  /** From now on nothing can be recognised. */
  readonly breakDown: () => Promise<void>;
  /** How many segments it is currently working on, observed from outside. */
  readonly underWay: () => Promise<number>;
  readonly end: () => Promise<void>;
}
const FOX = 'the quick brown fox jumps over the lazy dog and runs into the forest behind the house';
/** Maximum difference between the shown and the spoken time of a word, in ms. */
const TOLERANCE_MS = 120;

/** Asserts that the recognised words are where they are spoken; returns their number. */
const expectInTime = (known: KnownSpeech, words: ReadonlyArray<Word>): number => {
  const heard = known.words.flatMap((spokenWord) => {
    const near = words.find(
      ({ word, start }) =>
        word.toLowerCase() === spokenWord.word && Math.abs(start - spokenWord.start) < 1000,
    );
    return near === undefined ? [] : [{ spokenWord, near }];
  });
  for (const { spokenWord, near } of heard) {
    expect(near.start, `start of ${near.word}`).to.be.closeTo(spokenWord.start, TOLERANCE_MS);
    expect(near.end, `end of ${near.word}`).to.be.closeTo(spokenWord.end, TOLERANCE_MS);
  }
  return heard.length;
};

/**
 * The contract of every transcriber, whatever recognises the words.
 * @param start starts a recogniser
 */
export const transcriberContract = (name: string, start: () => Promise<RecogniserUnderTest>): void => {
  describe(`transcriber over ${name}`, () => {
    const folder = folderForSuite();
    let underTest: RecogniserUnderTest;
    let transcriber: Transcriber;

    const transcribe = async (
      samples: Int16Array,
      options: {
        readonly languageCode?: CaptionLanguageCode;
        readonly signal?: AbortSignal;
        readonly onProgress?: (fraction: number) => void;
      } = {},
    ): Promise<E.Either<FailureCause, ReadonlyArray<Word>>> => {
      const { languageCode = 'en-US', signal = new AbortController().signal, onProgress } = options;
      const path = await writeSamples(join(folder, 'a sound.raw'), samples);
      return transcriber.transcribe({
        path,
        languageCode,
        signal,
        onProgress: onProgress ?? (() => undefined),
      })();
    };

    beforeEach(async () => {
      underTest = await start();
      transcriber = speechTranscriber(underTest.recogniser);
    });
    afterEach(async () => {
      await underTest.end();
    });

    it('returns the words of fluent speech at the times they are spoken, starting with a capital', async () => {
      const known = await sentenceWithTimes(FOX);
      const transcript = rightOf(await transcribe(known.samples));
      expect(rightOf(await transcriber.name())).to.match(/\S/);
      const heard = transcript.map(({ word }) => word);
      expect(heard.join(' ')).to.match(/^The [a-z' ]+$/);
      expect(wordErrorRate(plainWords(FOX), plainWords(heard.join(' ')))).to.be.below(0.25);
      expect(expectInTime(known, transcript)).to.be.at.least(13);
    });

    itIfLong('returns the times of words with pauses between them, however long', async () => {
      const known = await wordsApart([
        { word: 'morning', pauseMs: 350 },
        { word: 'window', pauseMs: 900 },
        { word: 'seven', pauseMs: 2600 },
        { word: 'yesterday', pauseMs: 4100 },
        { word: 'important', pauseMs: 1400 },
      ]);
      const transcript = rightOf(await transcribe(known.samples));
      expect(expectInTime(known, transcript)).to.be.at.least(3);
    });

    itIfLong('returns no words for silence, noise and beats', async () => {
      const sounds = [
        new Int16Array(0),
        silence(1500),
        await synthetic('anoisesrc=c=white:a=0.3:r=16000:seed=1', 1500),
        await synthetic("aevalsrc='0.8*sin(2*PI*60*mod(t,0.5))*exp(-12*mod(t,0.5))':s=16000", 1500),
        await synthetic('anoisesrc=c=brown:a=0.5:r=16000:seed=2', 1500),
        await synthetic('anoisesrc=c=pink:a=0.5:r=16000:seed=3,tremolo=f=4:d=0.9', 1500),
      ];
      for (const sound of sounds) expect(rightOf(await transcribe(sound))).to.deep.equal([]);
    });

    itIfLong('processes long audio in segments, with progress, and keeps their order and times', async () => {
      const sentence = await spoken('welcome to the show');
      const pauses = [1200, 2500, 3100, 1800];
      const progress: number[] = [];
      const transcript = rightOf(
        await transcribe(joined(pauses.flatMap((ms) => [silence(ms), sentence])), {
          onProgress: (fraction) => progress.push(fraction),
        }),
      );
      const alone = rightOf(await transcribe(joined([silence(1000), sentence])));
      const firstWord = (alone[0]?.start ?? NaN) - 1000;
      const begins = pauses.map(
        (_, index) =>
          pauses.slice(0, index + 1).reduce((sum, ms) => sum + ms, 0) + index * millisecondsOf(sentence),
      );
      for (const begin of begins)
        expect(
          transcript.some(({ start }) => Math.abs(start - begin - firstWord) <= 30),
          `a word at ${begin + firstWord}`,
        ).to.equal(true);
      expect(progress.length).to.be.at.least(pauses.length);
      expect(progress).to.deep.equal(progress.toSorted((a, b) => a - b));
      expect(progress.at(-1)).to.equal(1);
    });

    it('reports why it failed, without a path or a URL', async () => {
      await underTest.breakDown();
      const failed = await transcribe(await spoken('no recogniser is running'));
      if (E.isRight(failed)) throw new Error('there are words');
      expect(recordedFailure(failed.left)).to.include({ stage: 'transcribe', retryable: true });
      expect(recordedFailure(failed.left).message).to.match(
        /^the (speech recogniser|transcription service) [\w ]+$/,
      );
    });

    it('stops when aborted, leaving nothing in progress', async () => {
      const stop = new AbortController();
      const sentence = await spoken('welcome to the show');
      const sound = joined([1, 2, 3].flatMap(() => [sentence, silence(2000)]));
      const failed = await transcribe(sound, {
        signal: stop.signal,
        onProgress: () => stop.abort(),
      });
      if (E.isRight(failed)) throw new Error('it continued');
      expect(recordedFailure(failed.left)).to.include({
        stage: 'transcribe',
        message: 'the transcription was stopped',
      });
      expect(await underTest.underWay()).to.equal(0);
    });
  });
};
