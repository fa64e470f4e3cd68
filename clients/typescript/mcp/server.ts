import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Client } from '../core/client.js';
import { addAssetTools } from './asset-tools.js';
import { addBatchTools, addRequestTools, addResultTools, type McpOptions } from './render-tools.js';
import { toolsOf } from './tools.js';
import { addFormatTools, addFrameTool, addVideoTools } from './video-tools.js';

const INSTRUCTIONS = `Framewright turns JSON into video. Read the format, write a video, validate it, look at frames of
it, store it with create_video, improve it with patch_video, then render it, wait for the render and fetch the output. Sources of clips are
public URLs, or files of the user: list_assets names them.`;

/** An MCP server whose tools use the client. */
export const createMcpServer = (client: Client, options: McpOptions = {}): McpServer => {
  const server = new McpServer(
    { name: 'framewright', title: 'Framewright', version: '1.0.0' },
    { instructions: INSTRUCTIONS },
  );
  const add = toolsOf(server);
  addFormatTools(add, client);
  addVideoTools(add, client);
  addAssetTools(add, client);
  addFrameTool(add, client);
  addRequestTools(add, client);
  addBatchTools(add, client);
  addResultTools(add, client, options);
  return server;
};

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
