import { expect } from 'chai';
import { openAiSpeech } from '../../../infrastructure/rendering/speech/openai.js';
import { MOST_SPOKEN_BYTES } from '../../../workers/render/ports/speech-engine.js';
import { forSuite } from '../../support/for-suite.js';
import { rightOf } from '../../support/right-of.js';
import { startSpeechServer } from '../../support/servers/speech-server.js';
import { failureOf, speechEngineContract } from './speech-engine-contract.js';

const engineOf = (url: string, apiKey?: string) =>
  openAiSpeech({ url, apiKey, model: 'tts-1', warn: () => undefined, firstPauseMs: 5 });

speechEngineContract('a server with OpenAI’s protocol', async () => {
  const { url, close } = await startSpeechServer();
  return { engine: engineOf(url), end: close };
});

describe('a server that speaks', () => {
  const { signal } = new AbortController();
  const server = forSuite(startSpeechServer, ({ close }) => close());

  const said = (url = server.url) =>
    engineOf(url, 'sk-secret').speak({ text: 'Hello', voice: 'nova' }, signal)();

  it('is asked as OpenAI’s documentation says, below a base address with or without /v1', async () => {
    for (const url of [server.url, `${server.url}/v1`, `${server.url}/v1/audio/speech`]) {
      rightOf(await said(url));
      expect(server.requests.at(-1)).to.deep.equal({
        model: 'tts-1',
        input: 'Hello',
        voice: 'nova',
        response_format: 'wav',
        speed: 1,
      });
      expect(server.authorization()).to.equal('Bearer sk-secret');
    }
  });

  // How servers are asked again, and what else they refuse, is tried by test/contract/transcriber/openai-compatible.test.ts.
  it('is asked again while it is busy, and told apart by what it refuses, without its answer and the key', async () => {
    server.refuse(503, 401);
    expect(failureOf(await said())).to.deep.equal({
      stage: 'download',
      message: 'the speech service did not accept its API key',
      retryable: false,
      httpStatus: 401,
    });
  });

  it('must answer with a sound of a limited size', async () => {
    for (const bytes of [Buffer.from('{}'), Buffer.alloc(0), Buffer.alloc(MOST_SPOKEN_BYTES + 1, 'RIFF')]) {
      server.answer(bytes);
      expect(failureOf(await said()).message).to.equal('the speech service returned an unreadable response');
    }
    server.answer(undefined);
  });

  it('may send a sound whose length it does not know when it begins', async () => {
    const whole = Buffer.from(rightOf(await said()));
    const data = whole.indexOf('data');
    for (const unknown of [0xff_ff_ff_ff, 0]) {
      const streamed = Buffer.from(whole);
      streamed.writeUInt32LE(unknown, 4);
      streamed.writeUInt32LE(unknown, data + 4);
      server.answer(streamed);
      expect(Buffer.from(rightOf(await said())).equals(whole)).to.equal(true);
    }
    server.answer(undefined);
  });
});
