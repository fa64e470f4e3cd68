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
import { setDeadline } from './request-deadline.js';
import { JSON_TYPE } from './responding.js';
import { MAX_BODY_BYTES } from './json-body.js';
import { connectionTimeout } from '../contract/time-limits.js';
import { type HttpProblem, invalidRequest } from '../contract/problem.js';
import { problemJson, problemResponse } from '../contract/problem-responses.js';

/** Time limit for receiving the headers, and for the whole request unless it is extended, in ms. */
const REQUEST_TIMEOUT = 12_000;
/** Time limit for receiving a request whose time was extended, in ms. */
const MAX_REQUEST_TIMEOUT = 15 * 60_000;
/** Keep-alive timeout of a connection between requests, in ms. */
const KEEP_ALIVE_TIMEOUT = 65_000;
/** Time limit for requests in progress when the server stops, in ms. Longer downloads are aborted. */
const FINISH_TIMEOUT = 8_000;
/** How often idle connections are closed while the server stops, in ms. */
const CLOSING_INTERVAL = 50;

export interface RunningServer {
  readonly address: AddressInfo;
  /**
   * Stops the server without failing requests. For `graceMs` it keeps serving but closes each connection after its
   * response, so that load balancers switch to other processes. Then it accepts no more connections, and cuts off
   * requests that take longer than 8 s.
   */
  readonly drain: (graceMs?: number) => Promise<void>;
  readonly isDraining: () => boolean;
}

const problemOf = ({ code }: NodeJS.ErrnoException): HttpProblem => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { _tag: 'RequestTimedOut' };
  if (code === 'HPE_HEADER_OVERFLOW') return { _tag: 'HeadersTooLarge' };
  return invalidRequest('the request is not valid HTTP');
};

/** Writes an error response to a raw connection and closes it. */
const refuseOn = (socket: Duplex, problem: HttpProblem): void => {
  const refusal = problemResponse(problem);
  const json = problemJson(refusal);
  const headers = {
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(json),
    ...refusal.headers,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  socket.end([status, ...lines, '', json].join('\r\n'), () => socket.destroy());
};

/** Responds to input that could not be parsed as a request. */
const refuseBrokenRequest = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
  else refuseOn(socket, problemOf(error));
};

/** CONNECT is not supported. */
const NO_TUNNEL: HttpProblem = {
  _tag: 'MethodNotAllowed',
  allow: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST'],
};

/** HTTP/1.1 requires the header (RFC 9112, 3.2). */
const NO_HOST = invalidRequest('Host header is required');

/** Responds to a request that does not reach the application. */
const respondDirectly = (response: ServerResponse, problem: HttpProblem): void => {
  const refusal = problemResponse(problem);
  response.writeHead(refusal.status, { ...refusal.headers, 'Content-Type': JSON_TYPE });
  response.end(problemJson(refusal));
};

/** Stops listening and closes each connection when it has no request in progress; after a timeout, all of them. */
const closeConnections = async (server: Server, connections: ReadonlySet<Socket>): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  const closing = setInterval(() => {
    server.closeIdleConnections();
    // Node does not treat a connection that has never sent data as idle.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }, CLOSING_INTERVAL);
  const cutting = setTimeout(() => server.closeAllConnections(), FINISH_TIMEOUT);
  await closed;
  clearInterval(closing);
  clearTimeout(cutting);
};

interface Listening {
  readonly host: string;
  readonly port: number;
  /** Idle timeout of a connection until an operation sets its own, in ms. */
  readonly idleTimeoutMs?: number;
}

/** Serves the application. Port 0 picks a free port. Rejects if the port is in use. */
export const startServer = async (
  app: Koa,
  { host, port, idleTimeoutMs = connectionTimeout() }: Listening,
): Promise<RunningServer> => {
  let draining = false;
  const handle = app.callback();
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    if (draining) response.setHeader('Connection', 'close');
    setDeadline(request, REQUEST_TIMEOUT, () => {
      if (response.headersSent) request.socket.destroy();
      else refuseOn(request.socket, { _tag: 'RequestTimedOut' });
    });
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      respondDirectly(response, NO_HOST);
    else void handle(request, response);
  };
  const server = createServer(
    {
      headersTimeout: REQUEST_TIMEOUT,
      requestTimeout: MAX_REQUEST_TIMEOUT,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      requireHostHeader: false, // Node's own response would have no body
    },
    respond,
  );
  server.timeout = idleTimeoutMs;
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('clientError', refuseBrokenRequest);
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuseOn(socket, NO_TUNNEL));
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // A client that asks first need not send a body that is too large.
    if (Number(request.headers['content-length'] ?? 0) <= MAX_BODY_BYTES) response.writeContinue();
    respond(request, response);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    respondDirectly(response, { _tag: 'ExpectationFailed' });
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
