import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { unavailable } from '../../../application/ports/fault.js';
import type { ClaimedDelivery } from '../../../application/ports/webhook-deliveries.js';
import {
  deliverLoop,
  type DeliverLoopDependencies,
  type DeliverLoopNote,
} from '../../../workers/webhook/deliver-loop.js';
import { endpointId, owner } from '../../support/examples.js';
import { rejection } from '../../support/rejection.js';

const claim: ClaimedDelivery = {
  deliveryId: 'delivery',
  claimId: 'claim',
  claimedAt: new Date(0),
  endpointId,
  ownerId: owner,
  url: 'https://a.example/hook',
  messageId: 'message',
  idempotencyKey: 'key',
  body: Buffer.from('{}'),
  attempt: 1,
  failures: 0,
  secrets: { xSignature: 'secret', standard: ['whsec_c2VjcmV0'] },
};

const dependencies: DeliverLoopDependencies = {
  queue: {
    claim: () => TE.right([claim]),
    record: () => TE.right({}),
    release: () => TE.right(undefined),
  },
  sender: { send: () => () => Promise.resolve({ _tag: 'Answered', status: 204, body: Buffer.of() }) },
  disable: () => TE.right(undefined),
  monotonicMs: () => 0,
  random: () => 0.5,
  note: () => undefined,
};

describe('the deliver loop', () => {
  it('does not disable an endpoint that is gone before the attempt is recorded', async () => {
    const stop = new AbortController();
    const did: string[] = [];
    const note = (note: DeliverLoopNote): void => {
      did.push(note.type === 'fault' ? `fault: ${note.doing}` : note.type);
      if (note.type === 'fault') stop.abort();
    };
    const loop = deliverLoop({
      ...dependencies,
      queue: { ...dependencies.queue, record: () => TE.left(unavailable('PostgreSQL')('gone')) },
      sender: { send: () => () => Promise.resolve({ _tag: 'Answered', status: 410, body: Buffer.of() }) },
      disable: () => TE.fromIO(() => void did.push('disable')),
      note,
    });
    await loop.run(stop.signal);
    expect(new Set(did)).to.deep.equal(new Set(['attempted', 'fault: record']));
  });

  it('rejects when a delivery throws', async () => {
    const defect = new Error('a defect of the sender');
    const loop = deliverLoop({ ...dependencies, sender: { send: () => () => Promise.reject(defect) } });
    const stop = new AbortController();
    expect(await rejection(loop.run(stop.signal))).to.equal(defect);
    stop.abort();
  });
});
