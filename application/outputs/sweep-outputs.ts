import * as E from 'fp-ts/lib/Either.js';
import type { RenderId } from '../../domain/ids.js';
import { renderOfOutputKey } from '../../domain/render/output-key.js';
import type { Fault } from '../ports/fault.js';
import type { ObjectEntry, ObjectStorage } from '../ports/object-storage.js';
import type { RecordedOutput, RecordedOutputs } from '../ports/recorded-outputs.js';
import { DAY_MS } from './retention.js';

/** How long a file may be stored before it is recorded, in ms. */
const UNRECORDED_MS = DAY_MS;

export interface OutputSweep {
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
 * Why an object may be deleted, or undefined if it must be kept. `unreferenced`: its render is over and has recorded
 * other keys or none; its worker was lost after it had stored the file.
 */
export const reasonToDelete = (
  { key, modifiedAt }: ObjectEntry,
  render: RecordedOutput | undefined,
  now: Date,
  retentionDays: number,
): Reason | undefined => {
  if (render?.isOver !== true) return undefined;
  const age = now.getTime() - modifiedAt.getTime();
  if (!render.keys.includes(key)) return age > UNRECORDED_MS ? 'unreferenced' : undefined;
  return retentionDays > 0 && age > retentionDays * DAY_MS ? 'expired' : undefined;
};

/**
 * Deletes the outputs that are no longer needed, by the clock of the storage. Objects that do not belong to a known
 * render are kept.
 */
export const sweepOutputs = async (sweep: OutputSweep): Promise<E.Either<Fault, SweptOutputs>> => {
  const { storage, recorded, retentionDays } = sweep;
  const time = await storage.time();
  if (E.isLeft(time)) return time;
  const now = time.right;
  const swept = { expired: 0, unreferenced: 0, unfinished: 0 };
  let after: string | undefined;
  for (;;) {
    const listed = await storage.list(after)();
    if (E.isLeft(listed)) return listed;
    const last = listed.right.at(-1);
    if (!last) break;
    after = last.key;
    const renders = await recorded(
      listed.right.flatMap(({ key }): ReadonlyArray<RenderId> => {
        const id = renderOfOutputKey(key);
        return id === undefined ? [] : [id];
      }),
    );
    for (const object of listed.right) {
      const id = renderOfOutputKey(object.key);
      const reason = id && reasonToDelete(object, renders.get(id), now, retentionDays);
      if (!reason) continue;
      const removed = await storage.remove(object.key)();
      if (E.isLeft(removed)) return removed;
      swept[reason] += 1;
    }
  }
  const unfinished = await storage.removeUnfinished(new Date(now.getTime() - UNRECORDED_MS))();
  return E.isLeft(unfinished) ? unfinished : E.right({ ...swept, unfinished: unfinished.right });
};
