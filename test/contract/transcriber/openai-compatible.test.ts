import { join } from 'node:path';
import { expect } from 'chai';
import type { Word } from '../../../domain/composition/fields/word.js';
import type { OpenAiServer } from '../../../infrastructure/rendering/openai/ask-server.js';
import { openAiCompatibleEndpoint } from '../../../infrastructure/rendering/transcription/openai/endpoint.js';
import type { RenderFailure } from '../../../domain/render/render-failure.js';
import { recordedFailure, RenderError } from '../../../domain/render/failure-cause.js';
import { openSpeech, type SpeechFile } from '../../../infrastructure/rendering/transcription/speech-file.js';
import { eventually } from '../../support/eventually.js';
import { startRecognisingServer } from '../../support/servers/recognising-server.js';
import { millisecondsOf, synthetic, writeSamples } from '../../support/renders/speech.js';
import {
  type TranscriptionAnswer,
  HANG_UP,
  type ScriptedAnswer,
  startTranscriptionServer,
  type TranscriptionServer,
} from '../../support/servers/transcription-server.js';
import { type RecogniserUnderTest, transcriberContract } from './transcriber-contract.js';
import { folderForSuite } from '../../support/for-suite.js';

const start = async (): Promise<RecogniserUnderTest> => {
  const { url, close, underWay } = await startRecognisingServer();
  let open = true;
  const closeOnce = async (): Promise<void> => {
    if (open) await close();
    open = false;
  };
  return {
    recogniser: openAiCompatibleEndpoint({ url, model: 'small.en', warn: () => undefined, firstPauseMs: 5 }),
    breakDown: closeOnce,
    underWay: () =>
      eventually(() => {
        if (underWay() > 0) throw new Error(`${underWay()} requests are in progress`);
        return underWay();
      }),
    end: closeOnce,
  };
};

// It uses the recogniser that `pocketsphinx.test.ts` tries.
transcriberContract('an OpenAI-compatible endpoint', start);

describe('OpenAI-compatible transcription endpoint', () => {
  const KEY = 'sk-test-4f1d9c';
  const HELLO: ScriptedAnswer = { body: { text: 'Hello', words: [{ word: 'Hello', start: 0.2, end: 0.6 }] } };
  const SAID = [{ word: 'Hello', start: 200, end: 600 }];
  const SEGMENT = { startMs: 500, endMs: 1500 };

  const folder = folderForSuite();
  let sound: SpeechFile;
  let server: TranscriptionServer | undefined;
  let warnings: string[];

  before(async () => {
    sound = await openSpeech(
      await writeSamples(join(folder, 'sound.raw'), await synthetic('sine=300:r=16000', 2000)),
    );
  });
  beforeEach(() => {
    warnings = [];
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  /** The client's result for these responses, repeating the last one. */
  const recognise = async (
    answers: ReadonlyArray<ScriptedAnswer | typeof HANG_UP> | TranscriptionAnswer,
    options: Partial<OpenAiServer> & { readonly path?: string } = {},
  ): Promise<ReadonlyArray<Word>> => {
    let given = 0;
    const scripted: TranscriptionAnswer = () => {
      const answer = (answers as ReadonlyArray<ScriptedAnswer | typeof HANG_UP>)[given] ?? HELLO;
      given = Math.min(given + 1, answers.length - 1);
      return Promise.resolve(answer);
    };
    server = await startTranscriptionServer(typeof answers === 'function' ? answers : scripted);
    const { path = '', ...rest } = options;
    const recogniser = openAiCompatibleEndpoint({
      url: server.url + path,
      apiKey: KEY,
      model: 'whisper-1',
      warn: (message) => warnings.push(message),
      firstPauseMs: 5,
      ...rest,
    });
    const { signal } = new AbortController();
    return recogniser.recognise({ sound, segment: SEGMENT, languageCode: 'en-US', signal });
  };

  const failureOf = async (recognised: Promise<unknown>): Promise<RenderFailure> => {
    const failure = await recognised.then(
      () => Promise.reject(new Error('there are words')),
      (error: unknown) =>
        error instanceof RenderError ? recordedFailure(error.cause) : Promise.reject(error),
    );
    expect([failure.message, ...warnings].join('\n'))
      .to.not.include(KEY)
      .and.not.include(server?.url)
      .and.not.include('leak');
    return failure;
  };

  it('requests word times, with the key, the model and only the segment', async () => {
    expect(await recognise([HELLO])).to.deep.equal(SAID);
    const [request] = server?.requests ?? [];
    expect(request).to.include({
      method: 'POST',
      path: '/v1/audio/transcriptions',
      authorization: `Bearer ${KEY}`,
    });
    expect(request?.fields).to.deep.include.members([
      ['model', 'whisper-1'],
      ['language', 'en'],
      ['response_format', 'verbose_json'],
      ['timestamp_granularities[]', 'word'],
    ]);
    const sent = request?.file ?? Buffer.alloc(0);
    expect(sent.toString('latin1', 0, 4)).to.equal('RIFF');
    const samples = new Int16Array(sent.buffer.slice(sent.byteOffset + 44, sent.byteOffset + sent.length));
    const whole = await synthetic('sine=300:r=16000', 2000);
    expect(millisecondsOf(samples)).to.equal(1000);
    expect(samples).to.deep.equal(whole.slice(8000, 24_000));
  });

  for (const path of ['/', '/v1', '/v1/audio/transcriptions'])
    it(`accepts a base URL that ends with ${path}`, async () => {
      expect(await recognise([HELLO], { path })).to.deep.equal(SAID);
      expect(server?.requests[0]?.path).to.equal('/v1/audio/transcriptions');
    });

  it('sends no authorization without a key', async () => {
    await recognise([HELLO], { apiKey: undefined });
    expect(server?.requests[0]?.authorization).to.equal(undefined);
  });

  for (const trouble of [429, 500, 502, 503, 504])
    it(`retries after status ${trouble}, with the same form`, async () => {
      const answer = { status: trouble, body: { error: { message: 'leak' } } };
      expect(await recognise([answer, answer, HELLO])).to.deep.equal(SAID);
      expect(warnings).to.have.length(2);
      const [first, , last] = server?.requests ?? [];
      expect(last?.file).to.deep.equal(first?.file);
      expect(last?.fields).to.deep.equal(first?.fields);
    });

  it('retries if the connection breaks', async () => {
    expect(await recognise([HANG_UP, HELLO])).to.deep.equal(SAID);
  });

  it('fails after four attempts', async () => {
    const failure = await failureOf(recognise([{ status: 503, body: 'leak' }]));
    expect(failure).to.include({ retryable: true, httpStatus: 503 });
    expect(server?.requests).to.have.length(4);
  });

  it('waits as long as the server requests, but not for too long', async () => {
    const soon = { status: 429, headers: { 'retry-after': '1' }, body: {} };
    // with its own schedule it would wait longer than the timeout of this test
    expect(await recognise([soon, HELLO], { firstPauseMs: 3_600_000 })).to.deep.equal(SAID);
    await server?.close();
    const late = { ...soon, headers: { 'retry-after': '3600' } };
    const failure = await failureOf(recognise([late, HELLO]));
    expect(failure).to.include({ retryable: true, httpStatus: 429 });
    expect(server?.requests).to.have.length(1);
  });

  for (const [status, meaning] of [
    [400, 'answered with status 400'],
    [401, 'did not accept its API key'],
    [403, 'did not accept its API key'],
    [404, 'answered with status 404'],
  ] as const)
    it(`does not retry after status ${status}`, async () => {
      const failure = await failureOf(recognise([{ status, body: { error: { message: 'leak' } } }]));
      expect(failure.message).to.equal(`the transcription service ${meaning}`);
      expect(failure).to.include({ retryable: false, httpStatus: status });
      expect(server?.requests).to.have.length(1);
    });

  it('does not follow redirects', async () => {
    const elsewhere = { status: 307, headers: { location: '/leak' }, body: '' };
    const failure = await failureOf(recognise([elsewhere]));
    expect(failure).to.include({ retryable: false, httpStatus: 307 });
    expect(server?.requests).to.have.length(1);
  });

  it('times out', async () => {
    const never: TranscriptionAnswer = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))));
    const failure = await failureOf(recognise(never, { timeoutMs: 100 }));
    expect(failure.message).to.equal('the transcription service did not respond in time');
    expect(failure.retryable).to.equal(true);
  });

  for (const [kind, body] of [
    ['no JSON', '<html>leak</html>'],
    ['cut JSON', '{"text":"leak'],
    ['a list', []],
    ['an answer without text', { words: [] }],
    ['invalid words', { text: 'leak', words: [{ word: 1, start: 0, end: 1 }] }],
    ['invalid times', { text: 'leak', words: [{ word: 'leak', start: -1, end: 1 }] }],
    ['times as text', { text: 'leak', words: [{ word: 'leak', start: '0', end: '1' }] }],
    ['an endless response', { text: 'x'.repeat(20 * 1024 * 1024) }],
  ] as const)
    it(`refuses ${kind}`, async () => {
      const failure = await failureOf(recognise([{ body }]));
      expect(failure.message).to.equal('the transcription service returned an unreadable response');
      expect(failure.retryable).to.equal(false);
    });

  it('refuses text without times', async () => {
    const failure = await failureOf(recognise([{ body: { text: 'leak' } }]));
    expect(failure.message).to.equal('the transcription service returned text without timestamps');
  });
});
