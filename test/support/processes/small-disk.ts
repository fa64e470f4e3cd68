/**
 * A disk that a test can fill to the last byte, in its own mount namespace. Requires Linux with util-linux, and either
 * root or unprivileged user namespaces; throws without them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { endChild } from './end-child.js';

export interface SmallDisk {
  /** The command line that runs a command with the disk in place. */
  readonly command: (command: ReadonlyArray<string>) => ReadonlyArray<string>;
  /** The path at which this process sees the disk. */
  readonly path: string;
  /** Takes all free space. Repeat it when something has freed some. */
  readonly fill: () => void;
  /** Gives up to this many bytes of what was taken back. */
  readonly release: (bytes: number) => void;
  /** Frees the space taken by `fill`. */
  readonly free: () => void;
  readonly remove: () => Promise<void>;
}

/** An ordinary user is root in the disk's user namespace, and itself again in a nested one. */
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

/** How often a disk is filled until nothing is free. */
const MOST_ROUNDS = 20;

/** In memory, or on a file beside the folder. */
export type FileSystem = 'tmpfs' | 'ext4';

const MOUNTS: Readonly<Record<FileSystem, string>> = {
  tmpfs: 'mount -t tmpfs -o size=$2,mode=711 small-disk "$1"',
  ext4: 'truncate -s $2 "$1.img" && mkfs.ext4 -q -m 0 "$1.img" && mount -o loop "$1.img" "$1" && chmod 711 "$1" && rmdir "$1/lost+found"',
};

/** The file systems that this account may mount. */
export const mountable: ReadonlyArray<FileSystem> = process.getuid?.() === 0 ? ['tmpfs', 'ext4'] : ['tmpfs'];

/** Mounts a disk of this many bytes over a folder, for the commands that are run with it. */
export const smallDisk = async (
  folder: string,
  bytes: number,
  fileSystem: FileSystem = 'tmpfs',
): Promise<SmallDisk> => {
  mkdirSync(folder, { recursive: true });
  const mount = `PATH=$PATH:/usr/sbin && ${MOUNTS[fileSystem]} && echo mounted && exec sleep infinity`;
  const holder = spawn(
    'unshare',
    [...namespaces(undefined).make, 'sh', '-c', mount, 'sh', folder, String(bytes)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
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
      let free = Infinity;
      try {
        // Whatever else writes there may release a block meanwhile.
        for (let rounds = 0; rounds < MOST_ROUNDS && free > 0; rounds += 1) {
          for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) appendWhileItFits(file, size);
          free = statfsSync(path).bavail;
        }
      } finally {
        closeSync(file);
      }
      if (free > 0) throw new Error(`the disk still has ${free} free blocks`);
    },
    release: (bytes) => truncateSync(filler, Math.max(0, statSync(filler).size - bytes)),
    free: () => rmSync(filler, { force: true }),
    remove: async () => {
      await endChild(holder, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
      rmSync(`${folder}.img`, { force: true });
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
