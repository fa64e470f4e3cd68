/** Sends requests byte for byte over keep-alive connections; fast enough for tens of thousands. */
import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Reply } from './reply.js';

export interface WireCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

const decoded = (bytes: Buffer, coding: string | undefined): Buffer => {
  if (bytes.length === 0) return bytes; // HEAD, 304
  if (coding === 'br') return brotliDecompressSync(bytes);
  return coding === 'gzip' ? gunzipSync(bytes) : bytes;
};

/** A client of a base URL with at most `connections` connections. */
export const wireClient = (baseUrl: string, connections: number) => {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = ({ method, path, headers, body }: WireCall): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const call = request(
        { hostname, port, agent, method, path, headers: { ...headers, ...length } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const text = decoded(Buffer.concat(chunks), answer.headers['content-encoding']).toString();
            const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false;
            resolve({
              status: answer.statusCode ?? 0,
              headers: new Headers(
                Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
              ),
              text,
              body: isJson && text !== '' ? JSON.parse(text) : undefined,
            });
          });
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  return { send, close: () => agent.destroy() };
};
