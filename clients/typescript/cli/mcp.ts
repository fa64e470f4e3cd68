import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { startMcpHttp } from '../mcp/http.js';
import { serveStdio } from '../mcp/server.js';
import type { McpOptions as SavingOptions } from '../mcp/render-tools.js';
import { download } from './download.js';
import type { GlobalOptions, Io, Run } from './io.js';
import { clientOf, currentLogin, currentUrl } from './settings.js';

interface McpOptions extends GlobalOptions {
  readonly http?: number;
  readonly host: string;
  readonly saveTo?: string;
}

/** Saves outputs in a folder, under the ids of their renders. */
const savingIn =
  (io: Io, folder: string): NonNullable<SavingOptions['save']> =>
  async (render) => {
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${basename(render._id)}${extname(new URL(render.outputUrl).pathname)}`);
    await download(io, render, path);
    return path;
  };

const ended = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

const mcp = async (io: Io, options: McpOptions): Promise<void> => {
  if (options.http === undefined) {
    const client = clientOf(io, await currentLogin(io, options));
    const save = options.saveTo === undefined ? {} : { save: savingIn(io, resolve(io.cwd, options.saveTo)) };
    return serveStdio(client, { ...save, input: io.input, output: io.output, signal: io.signal });
  }
  const baseUrl = await currentUrl(io, options);
  const server = await startMcpHttp({ baseUrl, host: options.host, port: options.http });
  io.printError(`serving MCP at ${server.url}`);
  await ended(io.signal);
  return server.close();
};

const portNumber = (text: string): number => {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new InvalidArgumentError('must be a port');
  return port;
};

/** `framewright mcp` */
export const addMcpCommand = (program: Command, run: Run): void => {
  program
    .command('mcp')
    .description('serve tools for AI agents (Model Context Protocol) over the standard input and output')
    .option(
      '--http <port>',
      'serve over HTTP instead; each request carries an API key as bearer token',
      portNumber,
    )
    .option('--host <address>', 'with --http: the address to listen on', '127.0.0.1')
    .option('--save-to <folder>', 'where fetch_output saves files; without --http only')
    .action(run(mcp));
};
