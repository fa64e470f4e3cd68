import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { identify, isRunning, ProcessIdentity } from '../../machine/processes/process-identity.js';

/** The owner of a worker's folder. Process numbers are only valid within their namespace. */
const Owner = t.strict({ process: ProcessIdentity, namespace: t.string });
type Owner = t.TypeOf<typeof Owner>;

const OWNER_FILE = 'owner.json';
const HEARTBEAT_MS = 30_000;
/** How long a worker in another container, which cannot be looked up, may send no heartbeat before it counts as gone. */
const HEARTBEAT_TIMEOUT_MS = 20 * HEARTBEAT_MS;

const processNamespace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'the only one';
  }
};

/**
 * Creates a folder in `root` for this worker, which only this user can enter, and removes the folders of workers that
 * were killed. The folder of a running worker is never touched: on this machine its process is looked up; elsewhere its
 * folder shows a recent heartbeat.
 */
export const openWorkerFolder = async (root: string) => {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await sweep(root);
  const folder = await claimFolder(root);
  const ownerFile = join(folder, OWNER_FILE);
  const heartbeat = setInterval(() => {
    const now = new Date();
    // If the folder is gone, the render that uses it notices.
    utimes(ownerFile, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    path: folder,
    close: async () => {
      clearInterval(heartbeat);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** A folder gets its name only after its owner is recorded in it. */
const claimFolder = async (root: string): Promise<string> => {
  const folder = join(root, randomUUID());
  const unclaimed = await mkdtemp(join(root, 'new-'));
  const self = identify(process.pid, '');
  // A process that cannot be looked up, such as the first of a container, is judged by its heartbeats.
  const owner: Owner = self
    ? { process: self, namespace: processNamespace() }
    : { process: { pid: process.pid, startedAt: '', marker: '' }, namespace: '' };
  await writeFile(join(unclaimed, OWNER_FILE), JSON.stringify(owner), { mode: 0o600 });
  await rename(unclaimed, folder);
  return folder;
};

const sweep = async (root: string): Promise<void> => {
  for (const name of await readdir(root)) {
    const folder = join(root, name);
    if (await isAbandoned(folder)) await rm(folder, { recursive: true, force: true });
  }
};

const isAbandoned = async (folder: string): Promise<boolean> => {
  const owner = await readOwner(folder);
  if (owner?.namespace === processNamespace()) return !isRunning(owner.process);
  const heartbeat = await stat(join(folder, OWNER_FILE))
    .catch(() => stat(folder))
    .catch(() => undefined);
  return heartbeat !== undefined && Date.now() - heartbeat.mtimeMs > HEARTBEAT_TIMEOUT_MS;
};

const readOwner = async (folder: string): Promise<Owner | undefined> => {
  try {
    const owner = Owner.decode(JSON.parse(await readFile(join(folder, OWNER_FILE), 'utf8')));
    return E.isRight(owner) ? owner.right : undefined;
  } catch {
    return undefined;
  }
};
