import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type Koa from 'koa';
import { MAX_BODY_BYTES } from './json-body.js';
import { type HttpProblem, problemAnswer, problemJson } from './problem.js';

/** How long a client may take for its headers, and for its whole request, in ms. */
const REQUEST_TIMEOUT = 12_000;
/** How long a connection may stand still while a request is under way, in ms: longer than any answer takes. */
const IDLE_TIMEOUT = 14_000;
/** How long an idle connection is kept for the next request, in ms. */
const KEEP_ALIVE_TIMEOUT = 65_000;

export interface RunningServer {
  /** Where it listens. */
  readonly address: AddressInfo;
  /**
   * Ends the server without failing a request: for `graceMs` it still serves but asks each client to come back on
   * another connection, so that balancers find other processes; then it takes no more and finishes what it has.
   */
  readonly drain: (graceMs?: number) => Promise<void>;
  readonly isDraining: () => boolean;
}

const problemOf = ({ code }: NodeJS.ErrnoException): HttpProblem => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { _tag: 'RequestTimedOut' };
  if (code === 'HPE_HEADER_OVERFLOW') return { _tag: 'HeadersTooLarge' };
  return { _tag: 'RequestIsInvalid', problems: ['the request is not HTTP'] };
};

/** Answers what never became a request, in the one shape of errors, and ends the connection. */
const answerBrokenRequest = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const answer = problemAnswer(problemOf(error));
  const json = problemJson(answer);
  socket.end(
    `HTTP/1.1 ${answer.status} ${(JSON.parse(json) as { error: string }).error}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`,
    () => socket.destroy(),
  );
};

/** Serves the application. Port 0 takes a free one. Rejects if the port is taken. */
export const startServer = async (
  app: Koa,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<RunningServer> => {
  let draining = false;
  const handle = app.callback();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (draining) response.setHeader('Connection', 'close');
    void handle(request, response);
  };
  const server = createServer(
    {
      headersTimeout: REQUEST_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    },
    answer,
  );
  server.timeout = IDLE_TIMEOUT;
  server.on('clientError', answerBrokenRequest);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Whoever asks first is spared sending a body that is too large.
    if (Number(request.headers['content-length'] ?? 0) <= MAX_BODY_BYTES) response.writeContinue();
    answer(request, response);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const problem = problemAnswer({ _tag: 'ExpectationFailed' });
    response.writeHead(problem.status, { 'Content-Type': 'application/json; charset=utf-8' });
    response.end(problemJson(problem));
  });
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    address: server.address() as AddressInfo,
    isDraining: () => draining,
    drain: async (graceMs = 0) => {
      draining = true;
      await pause(graceMs);
      const closed = once(server, 'close');
      server.close();
      const closingIdle = setInterval(() => server.closeIdleConnections(), 50);
      await closed;
      clearInterval(closingIdle);
    },
  };
};
