import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '../core/client.js';
import { addFrameTool } from './frame-tool.js';
import type { McpOptions } from './mcp-options.js';
import { addRenderTools } from './render-tools.js';
import { addVideoTools } from './video-tools.js';

const INSTRUCTIONS = `Framewright turns JSON into video. Read the format, write a video, validate it, look at frames of
it, store it with create_video, improve it with patch_video, then render it, wait for the render and fetch the output. Sources of clips are
public URLs.`;

/** An MCP server whose tools use the client. */
export const createMcpServer = (client: Client, options: McpOptions = {}): McpServer => {
  const server = new McpServer(
    { name: 'framewright', title: 'Framewright', version: '0.1.0' },
    { instructions: INSTRUCTIONS },
  );
  addVideoTools(server, client);
  addFrameTool(server, client);
  addRenderTools(server, client, options);
  return server;
};
