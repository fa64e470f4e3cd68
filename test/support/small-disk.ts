/**
 * A disk that a test can fill to the last byte: a file system in memory, in a mount namespace of its own. Needs Linux
 * with util-linux, and either root or user namespaces for ordinary users; without them it can't be made, and says so.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { endChild } from './end-child.js';

export interface SmallDisk {
  /** The command as it runs with the disk in its place. */
  readonly command: (command: ReadonlyArray<string>) => ReadonlyArray<string>;
  /** Where this process finds what such a command sees at the disk's place. */
  readonly path: string;
  /** Takes all the space there is. To be repeated when something has freed some. */
  readonly fill: () => void;
  /** Gives the space back that `fill` took. */
  readonly free: () => void;
  readonly remove: () => Promise<void>;
}

/** An ordinary user is root in a user namespace of the disk's, and itself again in one inside that. */
const namespaces = (holder: number | undefined) => {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  return uid === 0
    ? { make: ['--mount'], enter: ['nsenter', `--mount=/proc/${holder}/ns/mnt`, '--'] }
    : {
        make: ['--user', '--map-root-user', '--mount'],
        enter: [
          'nsenter',
          `--target=${holder}`,
          '--user',
          '--preserve-credentials',
          '--mount',
          '--',
          'unshare',
          '--user',
          `--map-user=${uid}`,
          `--map-group=${gid}`,
          '--',
        ],
      };
};

/** Puts a disk of so many bytes in the place of a folder, for the commands that are run with it. */
export const smallDisk = async (folder: string, bytes: number): Promise<SmallDisk> => {
  mkdirSync(folder, { recursive: true });
  const mount = `mount -t tmpfs -o size=${bytes},mode=711 small-disk "$1" && echo mounted && exec sleep infinity`;
  const holder = spawn('unshare', [...namespaces(undefined).make, 'sh', '-c', mount, 'sh', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  holder.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await Promise.race([once(holder.stdout, 'data'), once(holder, 'close'), once(holder, 'error')]);
  if (holder.exitCode !== null || holder.pid === undefined)
    throw new Error(`tests of a full disk need root, or user namespaces, on Linux: ${said}`);
  const path = `/proc/${holder.pid}/root${folder}`;
  const filler = join(path, 'filler');
  const { enter } = namespaces(holder.pid);
  return {
    command: (command) => [...enter, 'env', `--chdir=${process.cwd()}`, ...command],
    path,
    fill: () => {
      const file = openSync(filler, 'a');
      try {
        for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) appendWhileItFits(file, size);
      } finally {
        closeSync(file);
      }
      const { bavail } = statfsSync(path);
      if (bavail !== 0) throw new Error(`the disk still has ${bavail} free blocks`);
    },
    free: () => rmSync(filler, { force: true }),
    remove: async () => {
      await endChild(holder, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const appendWhileItFits = (file: number, size: number): void => {
  const bytes = Buffer.alloc(size);
  try {
    while (writeSync(file, bytes) === size);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
};
