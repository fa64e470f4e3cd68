/** A TCP proxy that forwards everything until the test injects a fault. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FaultProxy {
  readonly port: number;
  /** Breaks all connections, like a network failure; new ones work. */
  readonly cut: () => void;
  /** Silences all open connections without closing them; new ones work. */
  readonly blackHole: () => void;
  /** Discards the server's responses on the open connections until they are closed. */
  readonly swallowAnswers: () => void;
  /** Closes every new connection at once, or accepts them again. */
  readonly refuse: (refusing: boolean) => void;
  readonly close: () => Promise<void>;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
}

/** Starts a proxy in front of a port of 127.0.0.1. */
export const startFaultProxy = async (target: number): Promise<FaultProxy> => {
  const links = new Set<Link>();
  let refusing = false;
  const end = ({ client, server }: Link): void => {
    client.destroy();
    server.destroy();
  };
  const swallow = (from: Socket, to: Socket): void => {
    from.unpipe(to);
    from.resume();
  };
  const listener = createServer((client) => {
    if (refusing) {
      client.resetAndDestroy();
      return;
    }
    const server = connect(target, '127.0.0.1');
    const link = { client, server };
    links.add(link);
    for (const socket of [client, server])
      socket
        .on('error', () => undefined)
        .once('close', () => {
          links.delete(link);
          end(link);
        });
    client.pipe(server);
    server.pipe(client);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    cut: () => links.forEach(end),
    blackHole: () =>
      links.forEach(({ client, server }) => {
        swallow(client, server);
        swallow(server, client);
      }),
    swallowAnswers: () => links.forEach(({ client, server }) => swallow(server, client)),
    refuse: (value) => {
      refusing = value;
    },
    close: async () => {
      links.forEach(end);
      listener.close();
      await once(listener, 'close');
    },
  };
};
