import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.js';
import { ownPort } from '../service/own-port.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';

/** `dotnet run` compiles first. */
const LONGEST_START_MS = 120_000;
const PAGES = ['docs/webhooks.md', 'docs/cookbook/webhooks.md'];

/** The programs of these pages: code blocks that start with a comment with a file name. */
const documentedPrograms = async (): Promise<ReadonlyMap<string, string>> => {
  const pages = await Promise.all(PAGES.map((page) => readFile(join(packageRoot, page), 'utf8')));
  const blocks = pages.join('\n').matchAll(/```\w+\n((?:\/\/|#) ([\w-]+\.(?:mjs|py|cs))\n[^]*?)```/g);
  return new Map([...blocks].map(([, code = '', name = '']) => [name, code]));
};

/** The test vector of docs/webhooks.md. */
export const documentedVector = async (): Promise<Readonly<Record<string, string>>> => {
  const page = await readFile(join(packageRoot, 'docs/webhooks.md'), 'utf8');
  const [, json = '{}'] = /## Test vector[^]*?```json\n([^]*?)```/.exec(page) ?? [];
  return JSON.parse(json) as Record<string, string>;
};

/** A running program of the documentation. */
export interface RunningReceiver {
  readonly url: string;
  /** Posts a body and returns the status of the response. */
  readonly post: (body: Buffer, headers: Readonly<Record<string, string>>) => Promise<number>;
  readonly stop: () => Promise<void>;
}

const canConnect = (port: number): Promise<void> =>
  new Promise((answer, fail) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      answer();
    }).on('error', fail);
  });

/** How a program is started. Debian's Flask belongs to Debian's Python. */
const commandOf = (name: string): ReadonlyArray<string> => {
  if (name.endsWith('.cs')) return ['dotnet', 'run', name];
  if (name.endsWith('.py')) return ['/usr/bin/python3', name];
  return [process.execPath, name];
};

/** Whether this machine has what a program needs. */
export const canStart = (name: string): boolean => {
  const [command = ''] = commandOf(name);
  const asked = name.endsWith('.py') ? ['-c', 'import flask'] : ['--version'];
  return spawnSync(command, asked, { stdio: 'ignore' }).status === 0;
};

/** Extracts a program from the documentation and starts it with these secrets. */
export const startDocumented = async (name: string, secrets: string): Promise<RunningReceiver> => {
  const code = (await documentedPrograms()).get(name);
  if (code === undefined) throw new Error(`no page has ${name}`);
  const folder = await mkdtemp(join(tmpdir(), 'framewright-receiver-'));
  await writeFile(join(folder, name), code);
  await symlink(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  const port = await ownPort();
  const [command = '', ...args] = commandOf(name);
  const child: ChildProcess = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRETS: secrets, WEBHOOK_SECRET: secrets, PORT: String(port) },
    stdio: ['ignore', 'ignore', name.endsWith('.py') ? 'ignore' : 'inherit'],
    detached: true, // "dotnet run" starts another process
  });
  await eventually(() => canConnect(port), LONGEST_START_MS);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return {
    url: `http://127.0.0.1:${port}/`,
    post: (body, headers) =>
      new Promise((answer, fail) => {
        const options = {
          agent,
          host: '127.0.0.1',
          port,
          method: 'POST',
          headers: { ...headers, 'content-length': body.length },
        };
        request(options, (response) => {
          response.resume().on('end', () => answer(response.statusCode ?? 0));
        })
          .on('error', fail)
          .end(body);
      }),
    stop: async () => {
      agent.destroy();
      const ended = once(child, 'exit');
      process.kill(-(child.pid ?? 0));
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};
