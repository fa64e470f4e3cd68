import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createClient } from '../core/client.js';
import { createMcpServer } from './server.js';

export interface McpHttpOptions {
  /** The address of the service. */
  readonly baseUrl: string;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
}

export interface McpHttpServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];

/**
 * Serves MCP over streamable HTTP, without sessions. The server has no key of its own: every request carries the API key
 * of its user as bearer token. It serves only requests for its own address, so that web pages cannot reach it through
 * DNS rebinding.
 */
export const startMcpHttp = async ({ baseUrl, host, port }: McpHttpOptions): Promise<McpHttpServer> => {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const apiKey = bearerOf(request);
    if (apiKey === undefined) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('send an API key as bearer token');
      return;
    }
    const { port: own } = server.address() as AddressInfo;
    const mcp = createMcpServer(createClient({ baseUrl, apiKey }));
    const transport = new StreamableHTTPServerTransport({
      enableDnsRebindingProtection: true,
      allowedHosts: [host, 'localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${own}`),
    });
    response.once('close', () => void mcp.close());
    await mcp.connect(transport);
    await transport.handleRequest(request, response);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/mcp`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
