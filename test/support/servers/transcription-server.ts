import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

/** The request of a client. */
export interface TranscriptionRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly fields: ReadonlyArray<readonly [string, string]>;
  readonly file: Buffer;
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; strings are sent as they are. */
  readonly body: unknown;
}

/** Cuts the connection instead of answering. */
export const HANG_UP = Symbol('hang up');

export type TranscriptionAnswer = (
  request: TranscriptionRequest,
  signal: AbortSignal,
) => Promise<ScriptedAnswer | typeof HANG_UP>;

export interface TranscriptionServer {
  readonly url: string;
  readonly requests: ReadonlyArray<TranscriptionRequest>;
  readonly close: () => Promise<void>;
}

const read = async (incoming: IncomingMessage): Promise<TranscriptionRequest> => {
  const bytes = await buffer(incoming);
  const form = await new Response(bytes, {
    headers: { 'content-type': incoming.headers['content-type'] ?? '' },
  }).formData();
  const fields: Array<readonly [string, string]> = [];
  let file = Buffer.alloc(0);
  for (const [name, value] of form.entries())
    if (typeof value === 'string') fields.push([name, value]);
    else file = Buffer.from(await value.arrayBuffer());
  const { method = '', url: path = '', headers } = incoming;
  return { method, path, authorization: headers.authorization, fields, file };
};

/**
 * A server with OpenAI's `POST /v1/audio/transcriptions`. It parses the multipart form and responds with what
 * `answering` returns.
 */
export const startTranscriptionServer = async (
  answering: TranscriptionAnswer,
): Promise<TranscriptionServer> => {
  const requests: TranscriptionRequest[] = [];
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const request = await read(incoming);
    requests.push(request);
    const answer = await answering(request, gone.signal);
    if (answer === HANG_UP) {
      incoming.socket.destroy();
      return;
    }
    const { status = 200, headers = {}, body } = answer;
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
