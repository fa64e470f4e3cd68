import type { AppendOutcome, AppendRequest } from './write-plan.js';

/** The caller gave up before its write started; nothing was stored. */
export class WriteAbandonedError extends Error {
  override readonly name = 'WriteAbandonedError';
}

/** Whether the caller has given up: an AbortSignal, or something cheaper. */
export type Abandonment = { readonly aborted: boolean };

/** A write whose caller is waiting for the outcome. */
export type WaitingWrite = {
  readonly request: AppendRequest;
  /** Read when the turn of the write comes. */
  readonly signal: Abandonment;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: Error) => void;
};

export type WriteQueue = {
  readonly push: (write: WaitingWrite) => void;
  readonly isEmpty: () => boolean;
  /** The next writes to store together, in order. Abandoned ones are rejected and left out. */
  readonly takeGroup: () => readonly WaitingWrite[];
  /** Rejects all waiting writes. */
  readonly refuseAll: (error: Error) => void;
};

const MAX_GROUP_WRITES = 1000;
const MAX_GROUP_BYTES = 4 * 1024 * 1024;

const sizeOf = ({ request }: WaitingWrite): number =>
  request.events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);

export const createWriteQueue = (): WriteQueue => {
  let queue: WaitingWrite[] = [];

  const take = (count: number): readonly WaitingWrite[] => {
    const taken = queue.slice(0, count);
    queue = queue.slice(count);
    return taken;
  };

  return {
    push: (write) => void queue.push(write),
    isEmpty: () => queue.length === 0,
    takeGroup: () => {
      let bytes = 0;
      let count = 0;
      for (const write of queue) {
        const size = sizeOf(write);
        if (count > 0 && (count >= MAX_GROUP_WRITES || bytes + size > MAX_GROUP_BYTES)) break;
        bytes += size;
        count += 1;
      }
      const group = take(count);
      for (const { signal, reject } of group) {
        if (signal.aborted) reject(new WriteAbandonedError('abandoned before its turn'));
      }
      return group.filter(({ signal }) => !signal.aborted);
    },
    refuseAll: (error) => take(queue.length).forEach(({ reject }) => reject(error)),
  };
};
