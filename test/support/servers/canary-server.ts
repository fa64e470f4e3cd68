import { createServer, type Socket, type AddressInfo } from 'node:net';
import { once } from 'node:events';

/** A server that nothing may reach: it counts every TCP connection, on all addresses of this machine. */
export interface CanaryServer {
  readonly port: number;
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** Starts a server on a free port, for IPv4 and IPv6. */
export const startCanaryServer = async (): Promise<CanaryServer> => {
  let connections = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\ncanary');
  });
  server.listen(0, '::');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
