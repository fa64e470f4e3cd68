import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type Koa from 'koa';

/** How long a client may take for its headers, its whole request, or between two reads of its answer, in ms. */
const SLOWEST_CLIENT_MS = 12_000;

export interface RunningServer {
  /** Where it listens. */
  readonly address: AddressInfo;
  /** Takes no new connection, lets every request under way finish, and then ends. */
  readonly drain: () => Promise<void>;
}

/** Serves the application. Port 0 takes a free one. Rejects if the port is taken. */
export const startServer = async (
  app: Koa,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<RunningServer> => {
  const answer = app.callback();
  const server: Server = createServer(
    {
      headersTimeout: SLOWEST_CLIENT_MS,
      requestTimeout: SLOWEST_CLIENT_MS,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 65_000,
    },
    (request, response) => void answer(request, response),
  );
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    address: server.address() as AddressInfo,
    drain: async () => {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
};
