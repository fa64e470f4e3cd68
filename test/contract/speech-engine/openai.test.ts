import { expect } from 'chai';
import { openAiSpeech } from '../../../infrastructure/rendering/speech/openai.js';
import { MOST_SPOKEN_BYTES } from '../../../workers/render/ports/speech-engine.js';
import { rightOf } from '../../support/right-of.js';
import { type SpeechServer, startSpeechServer } from '../../support/servers/speech-server.js';
import { failureOf, speechEngineContract } from './speech-engine-contract.js';

const engineOf = (url: string, apiKey?: string) =>
  openAiSpeech({ url, apiKey, model: 'tts-1', warn: () => undefined, firstPauseMs: 5 });

speechEngineContract('a server with OpenAI’s protocol', async () => {
  const { url, close } = await startSpeechServer();
  return { engine: engineOf(url), end: close };
});

describe('a server that speaks', () => {
  const { signal } = new AbortController();
  let server: SpeechServer;
  before(async () => {
    server = await startSpeechServer();
  });
  after(() => server.close());

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

  it('is asked again while it is busy', async () => {
    server.refuse(429, 503);
    rightOf(await said());
  });

  it('is told apart by what it refuses, without its answer and the key', async () => {
    for (const [status, message, retryable] of [
      [401, 'the speech service did not accept its API key', false],
      [400, 'the speech service answered with status 400', false],
      [302, 'the speech service answered with status 302', false],
    ] as const) {
      server.refuse(status);
      expect(failureOf(await said())).to.deep.equal({
        stage: 'download',
        message,
        retryable,
        httpStatus: status,
      });
    }
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

  it('may be gone', async () => {
    const { url, close } = await startSpeechServer();
    await close();
    expect(failureOf(await said(url))).to.include({
      message: 'the speech service could not be reached',
      retryable: true,
    });
  });
});
