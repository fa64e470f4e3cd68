import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Client } from '../core/client.js';
import type { McpOptions } from './mcp-options.js';
import { createMcpServer } from './server.js';

export interface StdioOptions extends McpOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/** Serves MCP over two streams until the input ends or the signal aborts. */
export const serveStdio = async (
  client: Client,
  { input, output, signal, ...options }: StdioOptions,
): Promise<void> => {
  const server = createMcpServer(client, options);
  await server.connect(new StdioServerTransport(input, output));
  await once(input, 'end', { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  await server.close();
};
