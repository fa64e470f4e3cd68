/** The service as a fleet: servers and processes of their own, which can fail one by one. */
import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownPort } from '../support/service/own-port.js';
import { type ServiceProcess, startServiceProcess } from '../support/service/service-process.js';
import { type SmallDisk, smallDisk } from '../support/processes/small-disk.js';
import { startServers } from './servers.js';

type Name = 'api' | 'projector' | 'webhooks' | 'worker';

interface Member {
  readonly name: Name;
  /** Its folder, as this process sees it. */
  readonly dataDir: string;
  process: ServiceProcess;
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** How much space the worker has whose disk can be full. */
const DISK_BYTES = 128 * 1024 * 1024;

/** The library that tells processes another time, in Debian's package libfaketime. */
const clockLibrary = (): string => {
  const found = readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'faketime'))
    .flatMap((folder) => {
      try {
        return readdirSync(folder).map((file) => join(folder, file));
      } catch {
        return [];
      }
    })
    .find((file) => file.endsWith('/libfaketimeMT.so.1'));
  if (found === undefined) throw new Error('a clock jump needs libfaketime: run npm run setup');
  return found;
};

/** Settings with which the time of processes is what a file says. */
const jumpingClock = (file: string) => ({
  LD_PRELOAD: clockLibrary(),
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_CACHE_DURATION: '1',
  DONT_FAKE_MONOTONIC: '1',
});

/**
 * Starts the servers, one process of each kind and two workers.
 * @param isLong whether there is also a PostgreSQL that can crash, a disk that can be full (of the first worker) and a
 * clock that can jump (of all other processes)
 */
export const startFleet = async (folder: string, isLong: boolean) => {
  const clockFile = join(folder, 'clock');
  const setClock = (offset: string): void => writeFileSync(clockFile, `${offset}\n`);
  setClock('+0s');
  const disk: SmallDisk | undefined = isLong
    ? await smallDisk(join(folder, 'small-disk'), DISK_BYTES)
    : undefined;
  const servers = await startServers({ postgresMayCrash: isLong });
  const addresses = {
    databaseUrl: servers.settings.DATABASE_URL,
    node: { connectionString: servers.settings.EVENTSTORE_URL },
  };
  const apiPort = await ownPort();
  const settings = {
    ...servers.settings,
    SERVICE_KEY: randomBytes(32).toString('hex'),
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'fatal',
  };
  const names: ReadonlyArray<Name> = ['projector', 'api', 'webhooks', 'worker', 'worker'];
  const isOnDisk = (index: number): boolean => disk !== undefined && index === 3;
  const start = (index: number): Promise<ServiceProcess> => {
    const name = names[index]!;
    const place = join(folder, isOnDisk(index) ? 'small-disk' : '', `${name}-${index}`);
    const port = name === 'api' ? String(apiPort) : '0';
    const clock = isLong && !isOnDisk(index) ? jumpingClock(clockFile) : {};
    return startServiceProcess(
      name,
      { ...addresses, dataDir: place },
      { ...settings, ...clock, PORT: port },
      'test',
      disk && isOnDisk(index) ? disk.command : undefined,
    );
  };
  const members: ReadonlyArray<Member> = await Promise.all(
    names.map(async (name, index) => ({
      name,
      dataDir: join(disk && isOnDisk(index) ? disk.path : folder, `${name}-${index}`),
      process: await start(index),
    })),
  );

  let restarted = 0;
  const restart = async (index: number): Promise<void> => {
    members[index]!.process = await start(index);
  };

  return {
    servers,
    members,
    disk,
    setClock,
    baseUrl: `http://127.0.0.1:${apiPort}`,
    /** SIGKILL to a process, which is then started again. */
    crash: async (index: number): Promise<void> => {
      await members[index]!.process.kill();
      await restart(index);
    },
    /** Starts servers and processes that have ended by themselves again, like a supervisor. */
    heal: async (): Promise<void> => {
      // Backends of PostgreSQL come and go: only the first process of a server stands for it.
      const down = servers.all.filter(({ pids }) => !pids().slice(0, 1).every(isAlive));
      for (const server of down) await server.restart();
      const ended = members.flatMap((member, index) => (isAlive(member.process.pid) ? [] : [index]));
      await Promise.all(ended.map(restart));
      restarted += down.length + ended.length;
    },
    /** How often servers and processes had to be started again that had ended by themselves. */
    restarted: () => restarted,
    stopProcesses: async (): Promise<void> => {
      await Promise.all(members.map((member) => member.process.stop()));
    },
    stopServers: async (): Promise<void> => {
      await servers.stop();
      await disk?.remove();
    },
  };
};

export type Fleet = Awaited<ReturnType<typeof startFleet>>;
