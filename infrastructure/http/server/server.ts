import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type Koa from 'koa';
import { JSON_TYPE } from './answering.js';
import { MAX_BODY_BYTES } from './json-body.js';
import { type HttpProblem, problemAnswer, problemJson } from '../contract/problem.js';

/** How long a client may take for its headers, and for its whole request, in ms. */
const REQUEST_TIMEOUT = 12_000;
/** How long a connection may stand still while a request is under way, in ms: longer than any answer takes. */
const IDLE_TIMEOUT = 14_000;
/** How long an idle connection is kept for the next request, in ms. */
const KEEP_ALIVE_TIMEOUT = 65_000;
/** How long requests that are under way when the server ends may take, in ms. A longer download is cut. */
const FINISH_TIMEOUT = 8_000;
/** How often connections that have become idle are looked for while the server ends, in ms. */
const CLOSING_INTERVAL = 50;

export interface RunningServer {
  /** Where it listens. */
  readonly address: AddressInfo;
  /**
   * Ends the server without failing a request: for `graceMs` it still serves but asks each client to come back on
   * another connection, so that balancers find other processes; then it takes no more, finishes what it has, and cuts
   * what takes longer than 8 s.
   */
  readonly drain: (graceMs?: number) => Promise<void>;
  readonly isDraining: () => boolean;
}

const problemOf = ({ code }: NodeJS.ErrnoException): HttpProblem => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { _tag: 'RequestTimedOut' };
  if (code === 'HPE_HEADER_OVERFLOW') return { _tag: 'HeadersTooLarge' };
  return { _tag: 'RequestIsInvalid', problems: ['the request is not HTTP'] };
};

/** Says on a bare connection what is wrong, in the one shape of errors, and ends it. */
const refuseOn = (socket: Duplex, problem: HttpProblem): void => {
  const answer = problemAnswer(problem);
  const json = problemJson(answer);
  const headers = {
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(json),
    ...answer.headers,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`;
  socket.end([status, ...lines, '', json].join('\r\n'), () => socket.destroy());
};

/** Answers what never became a request. */
const answerBrokenRequest = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
  else refuseOn(socket, problemOf(error));
};

/** A request for a tunnel, which this server never opens. */
const NO_TUNNEL: HttpProblem = {
  _tag: 'MethodNotAllowed',
  allow: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST'],
};

/** HTTP/1.1 demands the header (RFC 9112, 3.2). */
const NO_HOST: HttpProblem = { _tag: 'RequestIsInvalid', problems: ['Host header is required'] };

/** Answers a request that does not get to the application. */
const answerDirectly = (response: ServerResponse, problem: HttpProblem): void => {
  const answer = problemAnswer(problem);
  response.writeHead(answer.status, { ...answer.headers, 'Content-Type': JSON_TYPE });
  response.end(problemJson(answer));
};

/** Stops listening and closes each connection once it has no request under way; after a time, all of them. */
const closeConnections = async (server: Server, connections: ReadonlySet<Socket>): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  const closing = setInterval(() => {
    server.closeIdleConnections();
    // One that has never sent anything does not count as idle in Node.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }, CLOSING_INTERVAL);
  const cutting = setTimeout(() => server.closeAllConnections(), FINISH_TIMEOUT);
  await closed;
  clearInterval(closing);
  clearTimeout(cutting);
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
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      answerDirectly(response, NO_HOST);
    else void handle(request, response);
  };
  const server = createServer(
    {
      headersTimeout: REQUEST_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      requireHostHeader: false, // it would answer without a body
    },
    answer,
  );
  server.timeout = IDLE_TIMEOUT;
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('clientError', answerBrokenRequest);
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuseOn(socket, NO_TUNNEL));
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Whoever asks first is spared sending a body that is too large.
    if (Number(request.headers['content-length'] ?? 0) <= MAX_BODY_BYTES) response.writeContinue();
    answer(request, response);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    answerDirectly(response, { _tag: 'ExpectationFailed' });
  });
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    address: server.address() as AddressInfo,
    isDraining: () => draining,
    drain: async (graceMs = 0) => {
      draining = true;
      await pause(graceMs);
      await closeConnections(server, connections);
    },
  };
};
