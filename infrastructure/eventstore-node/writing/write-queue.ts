import type { AppendOutcome, AppendRequest } from './write-plan.js';

/** The caller gave up before its write started; nothing was stored. */
export class WriteAbandonedError extends Error {
  override readonly name = 'WriteAbandonedError';
}

/** The call that waits for a write, and whether it has ended: a signal for each append is not free. */
export type WaitingCaller = { readonly cancelled: boolean };

/** A write whose caller is waiting for the outcome. */
export type WaitingWrite = {
  readonly request: AppendRequest;
  /** Asked when the turn of the write comes. */
  readonly caller: WaitingCaller;
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
  const queue: WaitingWrite[] = [];
  return {
    push: (write) => void queue.push(write),
    isEmpty: () => queue.length === 0,
    takeGroup: () => {
      let bytes = 0;
      let count = 0;
      for (const write of queue) {
        bytes += sizeOf(write);
        if (count > 0 && (count >= MAX_GROUP_WRITES || bytes > MAX_GROUP_BYTES)) break;
        count += 1;
      }
      const group = queue.splice(0, count);
      for (const { caller, reject } of group) {
        if (caller.cancelled) reject(new WriteAbandonedError('abandoned before its turn'));
      }
      return group.filter(({ caller }) => !caller.cancelled);
    },
    refuseAll: (error) => queue.splice(0).forEach(({ reject }) => reject(error)),
  };
};
