/** Faults of a fleet, in an order that a seed determines. */
import { setTimeout as delay } from 'node:timers/promises';
import { processTree } from '../support/processes/descendants.js';
import type { FaultProxy } from '../support/servers/fault-proxy.js';
import type { Fleet } from './fleet.js';
import { type Server, signalled } from './servers.js';

export interface Fault {
  readonly name: string;
  readonly inject: (fleet: Fleet) => Promise<void>;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export const randomNumbers = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

const killed = (index: number, what: string): Fault => ({
  name: `kill -9 ${what}`,
  inject: (fleet) => fleet.crash(index),
});

const killedServer = (name: string, of: (fleet: Fleet) => Server | undefined): Fault => ({
  name: `kill -9 ${name}`,
  inject: async (fleet) => {
    await of(fleet)?.crash();
    await of(fleet)?.restart();
  },
});

/** Stops processes as if the machine had paused them. */
const stopped = (name: string, pids: (fleet: Fleet) => ReadonlyArray<number>, ms: number): Fault => ({
  name: `SIGSTOP ${name}`,
  inject: async (fleet) => {
    let stoppedPids = signalled(pids(fleet), 'SIGSTOP');
    while (stoppedPids.length === 0) {
      await fleet.heal();
      stoppedPids = signalled(pids(fleet), 'SIGSTOP');
    }
    await delay(ms);
    signalled(stoppedPids, 'SIGCONT');
  },
});

const refused = (name: string, of: (fleet: Fleet) => FaultProxy, ms: number): Fault => ({
  name: `connections to ${name} are refused`,
  inject: async (fleet) => {
    of(fleet).refuse(true);
    of(fleet).cut();
    await delay(ms);
    of(fleet).refuse(false);
  },
});

const storage = (how: 'fails' | 'slow', ms: number): Fault => ({
  name: `S3 ${how === 'slow' ? 'is slow' : 'fails'}`,
  inject: async ({ servers }) => {
    servers.serveS3(how);
    await delay(ms);
    servers.serveS3('works');
  },
});

/** The five faults of the short edition. */
export const shortFaults = (ms: number): ReadonlyArray<Fault> => [
  killed(3, 'a worker'),
  killedServer('the event store', ({ servers }) => servers.store),
  {
    name: 'JetStream loses its store',
    inject: async ({ servers }) => {
      await servers.loseJetStream();
      await servers.nats.restart();
    },
  },
  {
    name: 'connections to all servers are cut',
    inject: ({ servers }) => {
      for (const { proxy } of servers.all) proxy.cut();
      servers.databaseProxy.cut();
      return Promise.resolve();
    },
  },
  storage('fails', ms),
];

const MEMBERS = ['the projector', 'the API', 'the webhook process', 'a worker', 'the other worker'];

/**
 * All faults.
 * @param outageMs how long something is refused, full, slow or another time
 * @param stopMs how long processes and servers are stopped
 */
export const allFaults = (outageMs: number, stopMs: number): ReadonlyArray<Fault> => [
  ...shortFaults(outageMs),
  ...[0, 1, 2, 4].map((index) => killed(index, MEMBERS[index]!)),
  ...[0, 1, 2, 4].map((index) =>
    stopped(MEMBERS[index]!, ({ members }) => [members[index]!.process.pid], stopMs),
  ),
  {
    name: 'kill -9 the media engines of a worker',
    inject: ({ members }) => {
      signalled(processTree(members[4]!.process.pid).slice(1), 'SIGKILL');
      return Promise.resolve();
    },
  },
  killedServer('NATS', ({ servers }) => servers.nats),
  killedServer('PostgreSQL', ({ servers }) => servers.postgres),
  killedServer('the S3 server', ({ servers }) => servers.s3),
  stopped('the event store', ({ servers }) => servers.store.pids(), stopMs),
  stopped('NATS', ({ servers }) => servers.nats.pids(), stopMs),
  stopped('PostgreSQL', ({ servers }) => servers.postgres?.pids() ?? [], stopMs),
  stopped('the S3 server', ({ servers }) => servers.s3.pids(), stopMs),
  refused('PostgreSQL', ({ servers }) => servers.databaseProxy, outageMs),
  refused('the event store', ({ servers }) => servers.store.proxy, outageMs),
  refused('NATS', ({ servers }) => servers.nats.proxy, outageMs),
  refused('the S3 server', ({ servers }) => servers.s3.proxy, outageMs),
  {
    name: 'connections to the event store go silent',
    inject: ({ servers }) => {
      servers.store.proxy.blackHole();
      return Promise.resolve();
    },
  },
  storage('slow', outageMs),
  {
    name: 'the disk of a worker is full',
    inject: async ({ disk }) => {
      disk?.fill();
      await delay(outageMs);
      disk?.free();
    },
  },
  ...['+1h', '-1h'].map((offset) => ({
    name: `clocks jump by ${offset}, and back`,
    inject: async ({ setClock }: Fleet) => {
      setClock(offset);
      await delay(outageMs);
      setClock('+0s');
    },
  })),
];
