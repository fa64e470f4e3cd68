import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

/** What the demo reads of the body of a webhook. */
const Payload = t.type({ event: t.string, data: t.type({ _id: t.string }) });

export interface WebhookReceiver {
  /** The host it listens on, which must be allowed in the service. */
  readonly host: string;
  readonly url: string;
  /** Resolves with the event of the first webhook for this render that is signed with the secret. */
  readonly received: (renderId: string, secret: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const isSignedBy = (secret: string, body: Buffer, signature: string | string[] | undefined): boolean => {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/** A loopback address of its own, if the system supports more than one. */
const distinctLoopback = (): string =>
  process.platform === 'linux'
    ? `127.${[64, 0, 0].map((low) => low + Math.floor(Math.random() * (254 - low)) + 1).join('.')}`
    : '127.0.0.1';

/** Receives webhooks on this machine. */
export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const arrived: Array<{ readonly body: Buffer; readonly signature: string | string[] | undefined }> = [];
  let arrive = (): void => undefined;
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        response.end();
        arrived.push({ body, signature: request.headers['x-signature'] });
        arrive();
      },
      () => response.destroy(),
    );
  });
  const host = distinctLoopback();
  server.listen(0, host);
  await once(server, 'listening');
  return {
    host,
    url: `http://${host}:${(server.address() as AddressInfo).port}/webhook`,
    received: async (renderId, secret) => {
      for (;;) {
        const { body, signature } = arrived.shift() ?? {};
        if (body === undefined) {
          await new Promise<void>((resolve) => (arrive = resolve));
          continue;
        }
        const payload = isSignedBy(secret, body, signature)
          ? Payload.decode(JSON.parse(body.toString('utf8')))
          : undefined;
        if (payload && E.isRight(payload) && payload.right.data._id === renderId) return payload.right.event;
      }
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
