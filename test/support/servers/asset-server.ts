import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Responds to one request; `nth` counts the requests for the same path from 1. */
export type Handler = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

/** A local web server that serves clip sources, well behaved or not. */
export interface AssetServer {
  readonly port: number;
  /** Its entry for `ALLOWED_PRIVATE_HOSTS`. */
  readonly host: string;
  readonly url: (path: string) => string;
  /** Serves the path with a handler, or serves bytes like a static file, with `ETag` and ranges. */
  readonly serve: (path: string, content: Handler | Buffer | string) => string;
  /** All requests so far. */
  readonly requests: ReadonlyArray<{ readonly path: string; readonly headers: IncomingHttpHeaders }>;
  readonly countOf: (path: string) => number;
  readonly close: () => Promise<void>;
}

const HOST = '127.0.0.1';

/** Starts a server on a free port. */
export const startAssetServer = async (): Promise<AssetServer> => {
  const handlers = new Map<string, Handler>();
  const requests: Array<{ path: string; headers: IncomingHttpHeaders }> = [];
  const countOf = (path: string) => requests.filter((request) => request.path === path).length;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://assets.test').pathname;
    requests.push({ path, headers: request.headers });
    response.on('error', () => undefined);
    const handler = handlers.get(path);
    if (handler) handler(request, response, countOf(path));
    else response.writeHead(404).end('not here');
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = (path: string) => `http://${HOST}:${port}${path}`;
  return {
    port,
    host: HOST,
    url,
    serve: (path, content) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      handlers.set(path, typeof bytes === 'function' ? bytes : fileHandler(bytes));
      return url(path);
    },
    requests,
    countOf,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

/** Serves bytes like a static file that never changes. */
export const fileHandler =
  (bytes: Buffer, etag = `"${bytes.length}-${bytes.subarray(0, 8).toString('hex')}"`): Handler =>
  (request, response) => {
    const { range, 'if-none-match': known, 'if-range': onlyOf = etag } = request.headers;
    const headers = { etag, 'accept-ranges': 'bytes' };
    if (known === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const [, from, last] = (onlyOf === etag ? /^bytes=(\d+)-(\d*)$/.exec(range ?? '') : undefined) ?? [];
    if (from === undefined) {
      response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
      return;
    }
    const start = Number(from);
    const part = bytes.subarray(start, last ? Number(last) + 1 : undefined);
    const contentRange = `bytes ${start}-${start + part.length - 1}/${bytes.length}`;
    response.writeHead(206, { ...headers, 'content-range': contentRange, 'content-length': part.length });
    response.end(part);
  };
