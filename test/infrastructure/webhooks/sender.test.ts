import { expect } from 'chai';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { Answered, SendResult } from '../../../application/ports/webhook-deliveries.js';
import { guardedAgents, type GuardOptions } from '../../../infrastructure/net/guarded-agents.js';
import {
  RESPONSE_LIMIT_BYTES,
  ATTEMPT_LIMIT_MS,
  gotWebhookSender,
} from '../../../infrastructure/webhooks/got-webhook-sender.js';
import { guardedWebhookAddresses } from '../../../infrastructure/webhooks/webhook-addresses.js';
import { LOOPBACK_HOSTS, PRIVATE_ADDRESSES } from '../net/address-spellings.js';
import { type CanaryServer, startCanaryServer } from '../../support/canary-server.js';
import { answerWith, type Receiver, startReceiver } from '../../support/webhooks/receiver.js';

const send = async (
  url: string,
  { limitMs = 15_000, ...options }: Partial<GuardOptions> & { readonly limitMs?: number } = {},
): Promise<SendResult> => {
  const agents = guardedAgents({ allowedPrivateHosts: ['127.0.0.1'], ...options });
  const sender = gotWebhookSender(agents, limitMs);
  const request = { url, headers: { 'x-signature': 'f00' }, body: Buffer.from('{"a":"ü"}') };
  const result = await sender.send(request, new AbortController().signal)();
  agents.destroy();
  return result;
};

describe('the webhook sender', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  it('posts the bytes and headers unchanged, and returns status, Retry-After and the response', async () => {
    receiver.answer = answerWith(503, { 'retry-after': '7' });
    expect(await send(receiver.url)).to.deep.equal({
      _tag: 'Answered',
      status: 503,
      retryAfter: '7',
      body: Buffer.from('thanks'),
    });
    expect(receiver.received).to.have.length(1);
    expect(receiver.received[0]!.body.toString()).to.equal('{"a":"ü"}');
    expect(receiver.received[0]!.headers).to.include({ 'x-signature': 'f00', 'content-length': '10' });
  });

  for (const status of [301, 302, 303, 307, 308])
    it(`follows no redirect with ${status}`, async () => {
      receiver.answer = answerWith(status, { location: receiver.url });
      expect(await send(receiver.url)).to.include({ _tag: 'Answered', status });
      expect(receiver.received).to.have.length(1);
    });

  it('has default limits of 15 s and 16 KiB', () => {
    expect([ATTEMPT_LIMIT_MS, RESPONSE_LIMIT_BYTES]).to.deep.equal([15_000, 16_384]);
  });

  it('reads 16 KiB of an endless response, then disconnects', async () => {
    let hungUp: () => void = () => undefined;
    const hangUp = new Promise<void>((resolve) => (hungUp = resolve));
    let sent = 0;
    receiver.answer = (_request, response) => {
      response.on('close', hungUp).writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(4096, 97))) sent += 4096;
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    };
    const result = await send(receiver.url);
    expect(result).to.include({ _tag: 'Answered', status: 200 });
    expect((result as Answered).body).to.have.length(RESPONSE_LIMIT_BYTES);
    await hangUp;
    expect(sent).to.be.lessThan(64 * 1024 * 1024);
  });

  it('gives up on a receiver that trickles its body or its headers, or is silent', async () => {
    const timers: Array<NodeJS.Timeout> = [];
    const trickle = (write: (text: string) => void): void =>
      void timers.push(setInterval(() => write('x'), 10));
    const answers: ReadonlyArray<Receiver['answer']> = [
      (_request, response) => {
        response.writeHead(200);
        trickle((text) => response.write(text));
      },
      (_request, response) => {
        const { socket } = response;
        socket?.write('HTTP/1.1 200 OK\r\nx-slow: ');
        trickle((text) => socket?.write(text));
      },
      () => undefined,
    ];
    for (const answer of answers) {
      receiver.answer = answer;
      expect(await send(receiver.url, { limitMs: 300 })).to.deep.equal({
        _tag: 'NotAnswered',
        stage: 'time-out',
        message: 'no complete response within 0.3 s',
      });
    }
    timers.forEach(clearInterval);
  });

  it('describes errors without naming addresses', async () => {
    receiver.answer = (_request, response) => response.socket?.destroy();
    expect(await send(receiver.url)).to.deep.include({ _tag: 'NotAnswered', stage: 'answer' });
    await receiver.close();
    const refused = await send(receiver.url);
    receiver = await startReceiver();
    expect(refused).to.deep.equal({
      _tag: 'NotAnswered',
      stage: 'connect',
      message: 'the connection was refused',
    });
    const https = await send(receiver.url.replace('http:', 'https:'));
    expect(https).to.include({ _tag: 'NotAnswered' });
    for (const result of [refused, https]) expect(JSON.stringify(result)).to.not.include('127.0.0.1');
  });
});

describe('webhook addresses', function () {
  this.timeout(60_000);
  let canary: CanaryServer;
  before(async () => {
    canary = await startCanaryServer();
  });
  after(() => canary.close());

  const asHost = (address: string): string =>
    address.includes(':') ? `[${address.replace(/%.*/, '')}]` : address;
  const hosts = [...new Set([...Object.values(PRIVATE_ADDRESSES).flat().map(asHost), ...LOOPBACK_HOSTS])];
  /** Some resolvers do not know `localhost.`: a name that cannot be resolved cannot be connected to. */
  const isKnown = (url: string): Promise<boolean> =>
    lookup(new URL(url).hostname.replace(/^\[|\]$/g, '')).then(
      () => true,
      () => false,
    );
  const urls = (port: number): ReadonlyArray<string> =>
    hosts.flatMap((host) => ['http', 'https'].map((scheme) => `${scheme}://${host}:${port}/hook`));

  it(`are refused at registration and at every send in ${hosts.length} spellings, without a connection`, async () => {
    expect(hosts.length).to.be.at.least(150);
    const addresses = guardedWebhookAddresses([]);
    for (const url of urls(canary.port)) {
      expect(URL.canParse(url), url).to.equal(true);
      const result = await send(url, { allowedPrivateHosts: [] });
      if (await isKnown(url)) {
        expect(await addresses.areAllowed(url)(), url).to.equal(false);
        expect(result, url).to.include({ _tag: 'NotAnswered', stage: 'address' });
      } else expect(result, url).to.include({ _tag: 'NotAnswered' });
    }
    expect(canary.connections()).to.equal(0);
  });

  it('are refused if a name becomes private after it was registered', async () => {
    const rebound: LookupFunction = (_host, options, answer) =>
      options.all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4);
    const url = `http://rebound.example.org:${canary.port}/`;
    expect(await send(url, { allowedPrivateHosts: [], lookup: rebound })).to.include({ stage: 'address' });
    expect(canary.connections()).to.equal(0);
  });

  it('are allowed if they are public or listed as exceptions', async () => {
    const addresses = guardedWebhookAddresses(['10.1.0.0/16']);
    expect(await addresses.areAllowed('https://93.184.216.34/')()).to.equal(true);
    expect(await addresses.areAllowed('https://10.1.2.3/')()).to.equal(true);
    expect(await addresses.areAllowed('https://10.2.2.3/')()).to.equal(false);
  });
});
