import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type Answering = (request: Received, response: ServerResponse, count: number) => void;

/** A subscriber's server on 127.0.0.1 that records all requests. */
export interface Receiver {
  readonly url: string;
  readonly received: Array<Received>;
  /** How the next requests are answered; initially with 200. */
  answer: Answering;
  /** Resolves after `count` requests. */
  readonly until: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (_request, response) =>
    void response.writeHead(status, headers).end('thanks');

export const startReceiver = async (): Promise<Receiver> => {
  const waiting = new Set<() => void>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void buffer(request).then((body) => {
      const one = { path: request.url ?? '', headers: request.headers, body };
      receiver.received.push(one);
      receiver.answer(one, response, receiver.received.length);
      for (const check of waiting) check();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: answerWith(200),
    until: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (receiver.received.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
};
