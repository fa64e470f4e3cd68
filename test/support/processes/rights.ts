/** The rights of processes, and the owners of files. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

export const isRoot = process.getuid?.() === 0;

/** Without /proc, processes cannot be inspected. */
export const hasProc = process.platform === 'linux';

interface Rights {
  readonly users: ReadonlySet<number>;
  readonly groups: ReadonlySet<number>;
  readonly capabilities: bigint;
}

/** The user and group ids (real, effective, saved, file system) and the capabilities of a process. */
export const rightsOf = async (pid: number): Promise<Rights> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(status)?.[1]?.trim() ?? '';
  const numbers = (name: string) => field(name).split(/\s+/).filter(Boolean).map(Number);
  return {
    users: new Set(numbers('Uid')),
    groups: new Set([...numbers('Gid'), ...(isRoot ? numbers('Groups') : [])]),
    capabilities:
      BigInt(`0x${field('CapPrm')}`) | BigInt(`0x${field('CapEff')}`) | BigInt(`0x${field('CapAmb')}`),
  };
};

/** The owners of all files in a folder. */
export const ownersIn = async (folder: string): Promise<ReadonlySet<number>> => {
  const names = await readdir(folder, { recursive: true });
  return new Set(
    await Promise.all(['.', ...names].map(async (name) => (await stat(join(folder, name))).uid)),
  );
};
