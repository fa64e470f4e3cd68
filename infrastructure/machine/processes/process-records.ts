import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { readIfExists, writePrivateFile } from '../../platform/private-files.js';
import { ProcessIdentity, isRunning, signal } from './process-identity.js';

/** Records a started process in a file, so that a later run can end it if this one cannot. */
export const recordProcess = (folder: string, name: string, identity: ProcessIdentity): Promise<void> =>
  writePrivateFile(join(folder, `${name}.json`), JSON.stringify(identity));

/** Removes the record of a process that has ended. */
export const forgetProcess = (folder: string, name: string): Promise<void> =>
  rm(join(folder, `${name}.json`), { force: true });

/** The recorded processes of an earlier run that are still running, by name. Removes the records of the others. */
export const leftovers = async (folder: string): Promise<ReadonlyMap<string, ProcessIdentity>> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = new Map<string, ProcessIdentity>();
  for (const file of await readdir(folder)) {
    const name = file.replace(/\.json$/, '');
    const identity = parse(await readIfExists(join(folder, file)));
    if (identity !== undefined && isRunning(identity)) found.set(name, identity);
    else await rm(join(folder, file), { force: true });
  }
  return found;
};

/**
 * Ends a process: asks it to stop first, and kills it after the grace period.
 * @param asking the signal that asks it to stop
 * @param graceMs the grace period in milliseconds
 */
export const endProcess = async (
  identity: ProcessIdentity,
  asking: NodeJS.Signals,
  graceMs: number,
): Promise<void> => {
  signal(identity, asking);
  if (await hasEndedWithin(identity, graceMs)) return;
  signal(identity, 'SIGKILL');
  await hasEndedWithin(identity, 10_000);
};

const hasEndedWithin = async (identity: ProcessIdentity, milliseconds: number): Promise<boolean> => {
  const deadline = performance.now() + milliseconds;
  while (isRunning(identity)) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
};

const parse = (text: string | undefined): ProcessIdentity | undefined => {
  try {
    const decoded = ProcessIdentity.decode(JSON.parse(text ?? ''));
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch {
    return undefined;
  }
};
