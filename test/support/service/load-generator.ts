/**
 * The process of a load generator: raw HTTP/1.1 over keep-alive sockets, with requests that are ready to be sent,
 * because it shares the machine with the service. Carries out each {@link LoadOrder} that it receives.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { COUNTER, type LoadOrder, type LoadResult } from './load.js';

const HEAD_END = '\r\n\r\n';
const STATUS_AT = 9;

/** A request that can be sent again and again. */
const prepared = (text: string) => {
  const bytes = Buffer.from(text);
  const at = bytes.indexOf(COUNTER);
  return (count: number): Buffer => {
    if (at >= 0) bytes.write(String(count).padStart(COUNTER.length, '0'), at, 'latin1');
    return bytes;
  };
};

let sent = 0;

/** Sends the requests in turn, each when the one before was answered, until there is to be no more. */
const work = (socket: Socket, texts: ReadonlyArray<string>, expect: number, goesOn: () => boolean) =>
  new Promise<void>((resolve, reject) => {
    const requests = texts.map(prepared);
    let turn = 0;
    let head = '';
    let missing = -1;
    const next = (): void => {
      if (!goesOn()) {
        socket.removeAllListeners();
        resolve();
        return;
      }
      head = '';
      missing = -1;
      socket.write(requests[turn++ % requests.length]!((sent += 1)));
    };
    socket.on('close', () => reject(new Error('the connection was closed')));
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (missing >= 0) missing -= chunk.length;
      else {
        head += chunk.toString('latin1');
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        missing = length - (head.length - end - HEAD_END.length);
      }
      if (missing > 0) return;
      const status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
      if (status === expect) next();
      else reject(new Error(`status ${status} instead of ${expect}: ${head}`));
    });
    next();
  });

const run = async ({ host, port, length, expect, workers }: LoadOrder): Promise<LoadResult> => {
  const sockets = await Promise.all(
    workers.map(async () => {
      const socket = connect(port, host).setNoDelay();
      await once(socket, 'connect');
      return socket;
    }),
  );
  const began = performance.now();
  const until = 'seconds' in length ? began + length.seconds * 1000 : Infinity;
  let left = 'requests' in length ? length.requests : Infinity;
  let requests = 0;
  const goesOn = (): boolean => {
    if (left <= 0 || performance.now() >= until) return false;
    left -= 1;
    requests += 1;
    return true;
  };
  try {
    await Promise.all(sockets.map((socket, worker) => work(socket, workers[worker] ?? [], expect, goesOn)));
    return { requests, rate: (requests * 1000) / (performance.now() - began) };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
};

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ problem: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
