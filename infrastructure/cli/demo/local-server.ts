import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { basename, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

/** A received webhook with a valid signature. */
export interface ReceivedWebhook {
  readonly verified: boolean;
  readonly idempotencyKey: string;
  readonly payload: Payload;
}

/** What the demo reads of the body of a webhook. */
const Payload = t.type({ event: t.string, data: t.type({ _id: t.string, status: t.string }) });
type Payload = t.TypeOf<typeof Payload>;

export interface LocalServer {
  /** The host it listens on, which must be allowed in the service. */
  readonly host: string;
  readonly base: string;
  /** The next webhook for this render. */
  readonly webhookFor: (renderId: string) => Promise<ReceivedWebhook>;
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

/** Serves the files of a folder and receives webhooks signed with `secret()`. */
export const startLocalServer = async (folder: string, secret: () => string): Promise<LocalServer> => {
  const waiting = new Map<string, (received: ReceivedWebhook) => void>();
  const arrived = new Map<string, ReceivedWebhook>();

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const verified = isSignedBy(secret(), body, request.headers['x-signature']);
    response.writeHead(verified ? 200 : 401).end();
    const decoded = Payload.decode(JSON.parse(body.toString('utf8')));
    if (E.isLeft(decoded)) return;
    const payload = decoded.right;
    const received = { verified, payload, idempotencyKey: String(request.headers['idempotency-key']) };
    arrived.set(payload.data._id, received);
    waiting.get(payload.data._id)?.(received);
  };

  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      receive(request, response).catch(() => response.writeHead(400).end());
      return;
    }
    createReadStream(join(folder, basename(request.url ?? '')))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  const host = distinctLoopback();
  server.listen(0, host);
  await once(server, 'listening');

  return {
    host,
    base: `http://${host}:${(server.address() as AddressInfo).port}`,
    webhookFor: (renderId) =>
      new Promise((resolve) => {
        const received = arrived.get(renderId);
        if (received) resolve(received);
        else waiting.set(renderId, resolve);
      }),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
