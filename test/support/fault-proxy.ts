/** A TCP connection through which everything goes until the test spoils it. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FaultProxy {
  readonly port: number;
  /** Ends all connections as a crash of the network does; new ones work. */
  readonly cut: () => void;
  /** Silences all connections that are open: nothing comes through any more, nothing is ended; new ones work. */
  readonly blackHole: () => void;
  /** Swallows what the server says on the connections that are open, until they are ended. */
  readonly swallowAnswers: () => void;
  /** Ends every new connection at once, or lets them be again. */
  readonly refuse: (refusing: boolean) => void;
  readonly close: () => Promise<void>;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
}

/** Starts one in front of a port of 127.0.0.1. */
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
