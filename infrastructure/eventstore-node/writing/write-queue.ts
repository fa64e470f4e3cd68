import type { AppendOutcome, AppendRequest } from './write-plan.js';

/** The caller gave up before its write started; nothing was stored. */
export class WriteAbandonedError extends Error {
  override readonly name = 'WriteAbandonedError';
}

/** A write whose caller is waiting for the outcome. */
export type WaitingWrite = {
  readonly request: AppendRequest;
  /** The call, and whether it has ended: asked when its turn comes, because a signal for each append is not free. */
  readonly caller: { readonly cancelled: boolean };
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: Error) => void;
};

const MAX_GROUP_WRITES = 1000;
const MAX_GROUP_BYTES = 4 * 1024 * 1024;

const sizeOf = ({ request }: WaitingWrite): number =>
  request.events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);

/** Takes the next writes to store together, in order. Abandoned ones are rejected and left out. */
export const takeGroup = (queue: WaitingWrite[]): readonly WaitingWrite[] => {
  let bytes = 0;
  let count = 0;
  for (const write of queue) {
    bytes += sizeOf(write);
    if (count > 0 && (count >= MAX_GROUP_WRITES || bytes > MAX_GROUP_BYTES)) break;
    count += 1;
  }
  return queue.splice(0, count).filter(({ caller, reject }) => {
    if (caller.cancelled) reject(new WriteAbandonedError('abandoned before its turn'));
    return !caller.cancelled;
  });
};
