import { renderOfOutputKey } from '../../domain/render/output-key.js';
import type { ObjectEntry, ObjectStorage } from '../ports/object-storage.js';
import type { RecordedOutput, RecordedOutputs } from '../ports/recorded-outputs.js';
import { DAY_MS } from './retention.js';
import { sweepArea } from './sweep-area.js';

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
  now: number,
  retentionDays: number,
): Reason | undefined => {
  if (render?.isOver !== true) return undefined;
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
