import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { AppendOutcome } from '../../../../infrastructure/eventstore-node/writing/write-plan.js';
import {
  takeGroup,
  WriteAbandonedError,
  type WaitingWrite,
} from '../../../../infrastructure/eventstore-node/writing/write-queue.js';

describe('embedded event store: the write queue', () => {
  const bytes = new Uint8Array();

  const push = (queue: WaitingWrite[], stream: string) => {
    const caller = { cancelled: false };
    const event = { id: randomUUID(), type: 'Written', isJson: false, data: bytes, metadata: bytes };
    const outcome = new Promise<AppendOutcome>((resolve, reject) => {
      const request = { stream, expected: 'any', events: [event] } as const;
      queue.push({ request, caller, resolve, reject });
    });
    return { outcome, giveUp: () => (caller.cancelled = true) };
  };

  it('skips writes whose callers gave up before their turn, and rejects them', async () => {
    const queue: WaitingWrite[] = [];
    const writes = ['first', 'second', 'third'].map((stream) => push(queue, stream));
    writes[1]!.giveUp();
    expect(takeGroup(queue).map(({ request }) => request.stream)).to.deep.equal(['first', 'third']);
    expect(queue).to.deep.equal([]);
    const told = await writes[1]!.outcome.catch((error: unknown) => error);
    expect(told).to.be.instanceOf(WriteAbandonedError);
  });
});
