import { expect } from 'chai';
import type { Answered, SendResult, WebhookSender } from '../../../application/ports/webhook-deliveries.js';
import { ownPort } from '../../support/service/own-port.js';
import { answerWith, type Receiver, startReceiver } from '../../support/webhooks/receiver.js';

const RESPONSE_LIMIT_BYTES = 16 * 1024;

/** A sender that may send to 127.0.0.1. */
export interface WebhookSenderUnderTest {
  readonly sender: WebhookSender;
  readonly close: () => void;
}

/**
 * What the deliver loop expects of the sender of webhooks.
 * @param open starts a sender with a time limit for each attempt, in ms
 */
export const webhookSenderContract = (
  name: string,
  open: (limitMs: number) => WebhookSenderUnderTest,
): void => {
  const send = async (url: string, limitMs = 15_000): Promise<SendResult> => {
    const { sender, close } = open(limitMs);
    const request = { url, headers: { 'x-signature': 'f00' }, body: Buffer.from('{"a":"ü"}') };
    const result = await sender.send(request, new AbortController().signal)();
    close();
    return result;
  };

  describe(`webhook sender: ${name}`, () => {
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
        expect(await send(receiver.url, 300)).to.deep.equal({
          _tag: 'NotAnswered',
          stage: 'time-out',
          message: 'no complete response within 0.3 s; respond first, then do the work',
        });
      }
      timers.forEach(clearInterval);
    });

    it('describes errors without naming addresses', async () => {
      receiver.answer = (_request, response) => response.socket?.destroy();
      expect(await send(receiver.url)).to.deep.equal({
        _tag: 'NotAnswered',
        stage: 'answer',
        message: 'the request failed (ECONNRESET); look for the cause in the log of the receiver',
      });
      const refused = await send(`http://127.0.0.1:${await ownPort()}/`);
      expect(refused).to.deep.equal({
        _tag: 'NotAnswered',
        stage: 'connect',
        message: 'the connection was refused; start the receiver, or correct the port of the URL',
      });
      const https = await send(receiver.url.replace('http:', 'https:'));
      expect(https).to.include({ _tag: 'NotAnswered' });
      for (const result of [refused, https]) expect(JSON.stringify(result)).to.not.include('127.0.0.1');
    });
  });
};
