import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { errorCode } from '../../platform/error-code.js';
import { readIfExists, writePrivateFile } from '../../platform/private-files.js';
import { ProcessIdentity, identify, isRunning } from '../processes/process-identity.js';

const Holder = t.strict({
  ...ProcessIdentity.type.props,
  launcher: t.union([ProcessIdentity, t.undefined]),
  ending: t.boolean,
});
type Holder = t.TypeOf<typeof Holder>;

/** A lock of this process on a data folder. */
export interface InstanceLock {
  readonly _tag: 'InstanceLock';
  /** Tells other starting processes to wait for this one to end instead of giving up. */
  readonly announceEnd: () => Promise<void>;
  /** Rewrites the lock file, so that it belongs to the current account of this process. */
  readonly renew: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/** Another process holds the data folder and is not about to release it. */
export interface HeldBy {
  readonly _tag: 'HeldBy';
  readonly pid: number;
}

const lockFile = (folder: string): string => join(folder, 'standalone.lock');

/**
 * Locks a data folder for this process. Takes over the lock of a dead holder. Waits for a holder that is ending, or
 * will end because the npm that launched it is gone.
 * @param marker text in this process's command line
 * @param onWait called once with the holder's pid if it has to wait
 * @param timeoutMs how long to wait for a holder that is ending, in milliseconds
 */
export const lockInstance = async (
  folder: string,
  marker: string,
  onWait: (holder: number) => void,
  timeoutMs = 90_000,
): Promise<InstanceLock | HeldBy> => {
  await mkdir(folder, { recursive: true });
  const us = identify(process.pid, marker);
  if (us === undefined) throw new Error(`this process's command line does not contain "${marker}"`);
  const mine: Holder = { ...us, launcher: identify(process.ppid, ''), ending: false };
  const deadline = performance.now() + timeoutMs;
  let waiting = false;
  for (;;) {
    const holder = await claim(lockFile(folder), mine);
    if (holder === undefined) return heldLock(folder, mine);
    if (!isEnding(holder)) return { _tag: 'HeldBy', pid: holder.pid };
    if (!waiting) onWait(holder.pid);
    waiting = true;
    if (performance.now() > deadline) return { _tag: 'HeldBy', pid: holder.pid };
    await sleep(50);
  }
};

const isEnding = ({ ending, launcher }: Holder): boolean =>
  ending || (launcher !== undefined && !isRunning(launcher));

const heldLock = (folder: string, mine: Holder): InstanceLock => ({
  _tag: 'InstanceLock',
  announceEnd: () => writePrivateFile(lockFile(folder), JSON.stringify({ ...mine, ending: true })),
  renew: () => writePrivateFile(lockFile(folder), JSON.stringify(mine)),
  release: () => rm(lockFile(folder), { force: true }),
});

/**
 * Takes a lock file, or returns the running process that holds it. The file of a dead holder is replaced, never
 * removed: another process could replace it between the check and the removal, and a live lock would be lost.
 */
const claim = async (file: string, mine: Holder): Promise<Holder | undefined> => {
  for (;;) {
    if (await createLockFile(file, mine)) return undefined;
    const text = await readIfExists(file);
    if (text === undefined) continue;
    const holder = parse(text);
    if (holder !== undefined && isRunning(holder)) return holder;
    if (await replace(file, text, mine)) return undefined;
  }
};

/**
 * Replaces a dead lock if it still exists. Only the process that has claimed the takeover of exactly this dead lock may
 * do so; the claim is a lock file too, so that it passes on if its holder dies. While this process holds the claim,
 * nothing else can change the lock between check and rename: `link` never replaces, and a dead holder does not write.
 * @returns whether this process holds the lock
 */
const replace = async (file: string, dead: string, mine: Holder): Promise<boolean> => {
  const takeover = `${file}.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
  if ((await claim(takeover, mine)) !== undefined) {
    await sleep(10);
    return false;
  }
  try {
    if ((await readIfExists(file)) !== dead) return false;
    await writePrivateFile(file, JSON.stringify(mine));
    return true;
  } finally {
    await rm(takeover, { force: true });
  }
};

/** Creates a lock file atomically if there is none: it is written in full first, and `link` never replaces a file. */
const createLockFile = async (file: string, mine: Holder): Promise<boolean> => {
  const candidate = `${file}.${randomBytes(6).toString('hex')}`;
  await writePrivateFile(candidate, JSON.stringify(mine));
  try {
    return await linkIfFree(candidate, file);
  } finally {
    await rm(candidate, { force: true });
  }
};

const linkIfFree = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
};

const parse = (text: string): Holder | undefined => {
  try {
    const decoded = Holder.decode(JSON.parse(text));
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch {
    return undefined;
  }
};
