import { randomBytes } from 'node:crypto';
import { link, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { readIfThere, writePrivateFile } from '../../platform/private-files.js';
import { ProcessIdentity, identify, isRunning } from '../processes/process-identity.js';

const Holder = t.strict({
  ...ProcessIdentity.type.props,
  launcher: t.union([ProcessIdentity, t.undefined]),
  ending: t.boolean,
});
type Holder = t.TypeOf<typeof Holder>;

/** The hold of this process on a data folder. */
export interface InstanceLock {
  /** Tells a start that comes meanwhile to wait for our end instead of giving up. */
  readonly announceEnd: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/** Another process has the data folder, and is not about to leave it. */
export interface Held {
  readonly heldBy: number;
}

const lockFile = (folder: string): string => join(folder, 'standalone.lock');

/**
 * Takes a data folder for this process alone. A lock whose holder has died is taken over; one whose holder is ending
 * (or will end, because the npm that launched it is gone) is waited for.
 * @param marker a text of this process's command line
 * @param onWait called once with the holder's process number when there is something to wait for
 * @param patienceMs how long to wait for a holder that is ending, in milliseconds
 */
export const lockInstance = async (
  folder: string,
  marker: string,
  onWait: (holder: number) => void,
  patienceMs = 90_000,
): Promise<InstanceLock | Held> => {
  await mkdir(folder, { recursive: true });
  const us = identify(process.pid, marker);
  if (us === undefined) throw new Error(`this process's command line does not hold "${marker}"`);
  const mine: Holder = { ...us, launcher: identify(process.ppid, ''), ending: false };
  const deadline = performance.now() + patienceMs;
  let waiting = false;
  for (;;) {
    if (await place(folder, mine)) return heldLock(folder, mine);
    const text = await readIfThere(lockFile(folder));
    const holder = parse(text);
    if (holder === undefined || !isRunning(holder)) {
      await clearAway(folder, text);
      continue;
    }
    if (!isAboutToEnd(holder) || performance.now() > deadline) return { heldBy: holder.pid };
    if (!waiting) onWait(holder.pid);
    waiting = true;
    await sleep(50);
  }
};

const isAboutToEnd = ({ ending, launcher }: Holder): boolean =>
  ending || (launcher !== undefined && !isRunning(launcher));

const heldLock = (folder: string, mine: Holder): InstanceLock => ({
  announceEnd: () => writePrivateFile(lockFile(folder), JSON.stringify({ ...mine, ending: true })),
  release: () => rm(lockFile(folder), { force: true }),
});

/** Puts the lock in its place, written whole beforehand, if there is none: `link` never replaces. */
const place = async (folder: string, mine: Holder): Promise<boolean> => {
  const candidate = aside(folder);
  await writePrivateFile(candidate, JSON.stringify(mine));
  const placed = await linkIfFree(candidate, lockFile(folder));
  await rm(candidate, { force: true });
  return placed;
};

/** Removes a dead lock, but puts it back when it turns out to be another one than was looked at. */
const clearAway = async (folder: string, judged: string | undefined): Promise<void> => {
  const removed = aside(folder);
  try {
    await rename(lockFile(folder), removed);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readIfThere(removed)) !== judged) await linkIfFree(removed, lockFile(folder));
  await rm(removed, { force: true });
};

const linkIfFree = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

const aside = (folder: string): string => `${lockFile(folder)}.${randomBytes(6).toString('hex')}`;

const parse = (text: string | undefined): Holder | undefined => {
  try {
    const decoded = Holder.decode(JSON.parse(text ?? ''));
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch {
    return undefined;
  }
};
