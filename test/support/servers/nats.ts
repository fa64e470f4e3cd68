import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownPort } from '../service/own-port.js';
import { noted } from './started-servers.js';
import { natsUrl, startNatsServer } from '../../../infrastructure/machine/servers/nats-server.js';

export interface TestNats {
  readonly url: string;
  readonly pid: () => number;
  /** Kills the server with SIGKILL, like a crash; its data is kept. */
  readonly crash: () => Promise<void>;
  /** The same, and its data is lost. */
  readonly lose: () => Promise<void>;
  /** Starts it again on the same port with the same data. */
  readonly restart: () => Promise<void>;
  /** Stops the server and removes its data. */
  readonly stop: () => Promise<void>;
}

/** A real nats-server with JetStream on a free port of 127.0.0.1, with its data in a temporary folder. */
export const startTestNats = async (): Promise<TestNats> => {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-nats-'));
  const [port, password] = [await ownPort(), randomUUID()];
  const start = () =>
    startNatsServer({
      folder: join(folder, 'nats'),
      port,
      password,
      log: { file: 'its log', write: () => undefined },
    });
  let server = await start();
  const crash = async (): Promise<void> => {
    server.child.kill('SIGKILL');
    await server.exited;
  };
  return {
    url: natsUrl({ port, password }),
    pid: () => server.child.pid ?? -1,
    crash,
    lose: async () => {
      await crash();
      await rm(join(folder, 'nats'), { recursive: true });
    },
    restart: async () => {
      await server.stop();
      server = await start();
    },
    stop: noted(async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }),
  };
};
