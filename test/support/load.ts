/** A lean load generator: raw HTTP/1.1 over keep-alive sockets, because it shares the machine with the service. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const bytesOf = ({ method, path, headers = {}, body = '' }: WireRequest): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: bench',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n');

/** Reads one response; returns its status. */
const answerOn = (socket: Socket): Promise<number> =>
  new Promise((resolve, reject) => {
    let head = '';
    let missing = -1;
    const finish = (settle: () => void): void => {
      socket.off('data', onData).off('close', onClose);
      settle();
    };
    const onClose = (): void => finish(() => reject(new Error('the connection was closed')));
    const onData = (chunk: Buffer): void => {
      if (missing < 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        missing = length - (head.length - end - 4);
      } else missing -= chunk.length;
      if (missing <= 0) finish(() => resolve(Number(head.slice(9, 12))));
    };
    socket.on('data', onData).on('close', onClose);
  });

export interface Load {
  readonly baseUrl: string;
  readonly concurrency: number;
  readonly seconds: number;
  readonly expect: number;
  /** The next request of a worker. */
  readonly next: (worker: number) => WireRequest;
}

/**
 * Requests per second at this concurrency, and the total number of requests, including warm-up. Throws on any status
 * except the expected one.
 */
export const requestsPerSecond = async ({
  baseUrl,
  concurrency,
  seconds,
  expect,
  next,
}: Load): Promise<{ readonly rate: number; readonly requests: number }> => {
  const { hostname, port } = new URL(baseUrl);
  const sockets = await Promise.all(
    Array.from({ length: concurrency }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay();
      await once(socket, 'connect');
      return socket;
    }),
  );
  let requests = 0;
  const run = async (milliseconds: number): Promise<number> => {
    const began = performance.now();
    let done = 0;
    const work = async (socket: Socket, worker: number): Promise<void> => {
      while (performance.now() - began < milliseconds) {
        socket.write(bytesOf(next(worker)));
        const status = await answerOn(socket);
        if (status !== expect) throw new Error(`status ${status} instead of ${expect}`);
        done += 1;
      }
    };
    await Promise.all(sockets.map(work));
    requests += done;
    return done / ((performance.now() - began) / 1000);
  };
  await run(500);
  const rate = await run(seconds * 1000);
  for (const socket of sockets) socket.destroy();
  return { rate, requests };
};
