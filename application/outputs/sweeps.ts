import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { renderOfOutputKey } from '../../domain/render/output-key.js';
import type { Fault } from '../ports/fault.js';
import type { ObjectEntry, ObjectStorage } from '../ports/object-storage.js';
import type { RecordedOutput, RecordedOutputs } from '../ports/recorded-outputs.js';
import { DAY_MS } from './retention.js';

/** An unfinished upload that is older was interrupted, ms. */
const UNFINISHED_MS = DAY_MS;

/** The result of an operation of the storage. @throws {Error} with the fault */
const resultOf = async <A>(task: TaskEither<Fault, A>): Promise<A> => {
  const result = await task();
  if (E.isRight(result)) return result.right;
  throw new Error(`the object storage failed: ${JSON.stringify(result.left)}`);
};

/** All objects of an area, page by page, in the order of their keys. @throws {Error} if the storage fails */
export async function* listedPages(storage: ObjectStorage): AsyncGenerator<ReadonlyArray<ObjectEntry>> {
  for (let after: string | undefined; ;) {
    const page = await resultOf(storage.list(after));
    after = page.at(-1)?.key;
    if (after === undefined) return;
    yield page;
  }
}

/** Sweeps a page of objects. `now`: the time by the clock of the storage, ms. */
type SweepPage = (
  page: ReadonlyArray<ObjectEntry>,
  now: number,
  remove: (key: string) => Promise<void>,
) => Promise<void>;

/**
 * Sweeps an area page by page, and removes the remains of interrupted uploads.
 * @returns the number of interrupted uploads
 * @throws {Error} if the storage fails
 */
export const sweepArea = async (storage: ObjectStorage, sweepPage: SweepPage): Promise<number> => {
  const now = (await resultOf(storage.time)).getTime();
  for await (const page of listedPages(storage))
    await sweepPage(page, now, (key) => resultOf(storage.remove(key)));
  return resultOf(storage.removeUnfinished(new Date(now - UNFINISHED_MS)));
};

/**
 * Deletes the objects of an area that are too old, by the clock of the storage.
 * @param days how long objects are kept after they were stored last; 0 keeps none, Infinity all
 * @returns the number of deleted objects
 * @throws {Error} if the storage fails
 */
export const sweepOldObjects = async (storage: ObjectStorage, days: number): Promise<number> => {
  let swept = 0;
  await sweepArea(storage, async (page, now, remove) => {
    for (const { key, modifiedAt } of page) {
      if (now - modifiedAt.getTime() <= days * DAY_MS) continue;
      await remove(key);
      swept += 1;
    }
  });
  return swept;
};

/** How long a stored file may remain unrecorded, in ms. */
const UNRECORDED_MS = DAY_MS;

interface OutputSweep {
  readonly storage: ObjectStorage;
  readonly recorded: RecordedOutputs;
  /** Number of days after which outputs are deleted; 0 keeps them. */
  readonly retentionDays: number;
}

/** Why an object may be deleted. */
type Reason = 'expired' | 'unreferenced';

/** The number of deleted objects by reason, and of interrupted uploads. */
export type SweptOutputs = Readonly<Record<Reason | 'unfinished', number>>;

/**
 * Why an object may be deleted, or undefined if it must be kept. `unreferenced`: its render is finished and has not recorded
 * its key, because its worker was lost after it had stored the file.
 */
const reasonToDelete = (
  { key, modifiedAt }: ObjectEntry,
  render: RecordedOutput | undefined,
  now: number,
  retentionDays: number,
): Reason | undefined => {
  if (render?.isFinished !== true) return undefined;
  const age = now - modifiedAt.getTime();
  if (!render.keys.includes(key)) return age > UNRECORDED_MS ? 'unreferenced' : undefined;
  return retentionDays > 0 && age > retentionDays * DAY_MS ? 'expired' : undefined;
};

/**
 * Deletes the outputs that are no longer needed, by the clock of the storage. Objects that do not belong to a known
 * render are kept.
 * @throws {Error} if the storage fails
 */
export const sweepOutputs = async (sweep: OutputSweep): Promise<SweptOutputs> => {
  const { storage, recorded, retentionDays } = sweep;
  const swept = { expired: 0, unreferenced: 0 };
  const unfinished = await sweepArea(storage, async (page, now, remove) => {
    const ids = page.map(({ key }) => renderOfOutputKey(key));
    const renders = await recorded(ids.filter((id) => id !== undefined));
    for (const [index, object] of page.entries()) {
      const id = ids[index];
      const reason = id && reasonToDelete(object, renders.get(id), now, retentionDays);
      if (!reason) continue;
      await remove(object.key);
      swept[reason] += 1;
    }
  });
  return { ...swept, unfinished };
};
