import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ClaimedDelivery } from '../../../application/ports/webhook-deliveries.js';
import { deliverLoop } from '../../../workers/webhook/deliver-loop.js';
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

describe('the deliver loop', () => {
  it('rejects when a delivery throws', async () => {
    const defect = new Error('a defect of the sender');
    const loop = deliverLoop({
      queue: {
        claim: () => TE.right([claim]),
        record: () => TE.right({}),
        release: () => TE.right(undefined),
      },
      sender: { send: () => () => Promise.reject(defect) },
      disable: () => TE.right(undefined),
      monotonicMs: () => 0,
      random: () => 0.5,
      note: () => undefined,
    });
    const stop = new AbortController();
    expect(await rejection(loop.run(stop.signal))).to.equal(defect);
    stop.abort();
  });
});
