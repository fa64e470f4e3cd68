import { expect } from 'chai';
import { espeakNg } from '../../../infrastructure/rendering/speech/espeak-ng.js';
import { rightOf } from '../../support/right-of.js';
import { failureOf, speechEngineContract } from './speech-engine-contract.js';

speechEngineContract('espeak-ng', async () => ({ engine: espeakNg(), end: async () => undefined }));

describe('espeak-ng', () => {
  const { signal } = new AbortController();

  it('speaks other languages than English', async () => {
    const engine = espeakNg();
    const text = 'Herzlich willkommen';
    const [german, english] = [
      await engine.speak({ text, language: 'de-DE' }, signal)(),
      await engine.speak({ text }, signal)(),
    ];
    expect(rightOf(german)).to.not.deep.equal(rightOf(english));
  });

  it('says which voice it lacks, and what to do', async () => {
    const { message, retryable } = failureOf(
      await espeakNg().speak({ text: 'Hello', voice: 'Rachel' }, signal)(),
    );
    expect(message).to.match(/no voice "Rachel".*en-us or de/);
    expect(retryable).to.equal(false);
  });
});
