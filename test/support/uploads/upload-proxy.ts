import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** The part of an upload that came in one request: where it begins, and how many bytes arrived. */
interface ArrivedPart {
  readonly offset: number;
  readonly bytes: number;
}

/** A proxy that sends each request to the next of several servers, and counts the bytes of parts that arrive there. */
export const startUploadProxy = async (servers: ReadonlyArray<() => string>) => {
  let [turn, total] = [0, 0];
  const parts: Array<{ offset: number; bytes: number }> = [];
  let next: { readonly at: number; readonly act: () => void } | undefined;
  const proxy = createServer((request, response) => {
    const target = servers[(turn += 1) % servers.length] as () => string;
    const { method, headers } = request;
    const sent = forward(`${target()}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response).catch(() => undefined);
    });
    sent.on('error', () => response.destroy());
    const part = { offset: Number(headers['upload-offset'] ?? 0), bytes: 0 };
    if (method === 'PATCH') parts.push(part);
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        part.bytes += chunk.length;
        total += chunk.length;
        yield chunk;
        if (!next || total < next.at) continue;
        const { act } = next;
        next = undefined;
        act();
      }
    };
    pipeline(request, counted, sent).catch(() => sent.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    parts: (): ReadonlyArray<ArrivedPart> => parts,
    /** Calls once when this many bytes have arrived. */
    when: (at: number, act: () => void): void => {
      next = { at, act };
    },
    close: (): void => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
};
