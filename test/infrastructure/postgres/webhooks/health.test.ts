import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as fc from 'fast-check';
import type { WebhookEndpointId } from '../../../../domain/ids.js';
import {
  type EndpointHealth,
  DELIVERIES_PER_ENDPOINT,
  REST_AFTER_FAILURE_MS,
  deliveriesAllowed,
} from '../../../../domain/webhook-endpoint/endpoint-health.js';
import { rightOf } from '../../../support/right-of.js';
import { startBench, virtualClock } from '../../../support/webhooks/delivery-chain.js';
import { owner } from '../../../support/webhooks/recorded.js';
import { forSuite } from '../../../support/for-suite.js';

/** Possible states of an endpoint when deliveries are claimed; times are in s from now. */
const endpointStates = fc.record({
  status: fc.constantFrom('active', 'active', 'active', 'paused', 'disabled'),
  activeSince: fc.integer({ min: -4, max: -1 }),
  failingSince: fc.option(fc.integer({ min: -4, max: -1 })),
  restsUntil: fc.option(fc.integer({ min: -1, max: 1 })),
  underWay: fc.integer({ min: 0, max: DELIVERIES_PER_ENDPOINT + 1 }),
});
type Generated = typeof endpointStates extends fc.Arbitrary<infer State> ? State : never;

/** The first failure since the last success, or since the owner changed or resumed the endpoint; with one that starts now. */
const firstFailure = ({ failingSince, activeSince }: EndpointHealth, now: Date): Date =>
  failingSince && failingSince >= activeSince ? failingSince : now;

describe('the health of endpoints in PostgreSQL', () => {
  const clock = virtualClock();
  const bench = forSuite(
    () => startBench(clock),
    (opened) => opened.close(),
  );
  afterEach(() =>
    bench.database.raw('truncate webhook_deliveries, webhook_messages, webhook_endpoint_health cascade'),
  );

  const inSeconds = (seconds: number): Date => new Date(clock.now().getTime() + seconds * 1000);
  const healthOf = ({ status, activeSince, failingSince, restsUntil }: Generated): EndpointHealth => ({
    status,
    activeSince: inSeconds(activeSince),
    failingSince: failingSince === null ? null : inSeconds(failingSince),
    restsUntil: restsUntil === null ? null : inSeconds(restsUntil),
  });

  /** An endpoint in this state with many waiting deliveries, some of them in progress. */
  const store = async (generated: Generated): Promise<WebhookEndpointId> => {
    const { database } = bench;
    const { endpointId } = await bench.register('https://hooks.example.org/x');
    const { status, activeSince, failingSince, restsUntil } = healthOf(generated);
    await database('webhook_endpoints')
      .where('endpoint_id', endpointId)
      .update({ status, active_since: activeSince });
    if (failingSince ?? restsUntil)
      await database('webhook_endpoint_health').insert({
        endpoint_id: endpointId,
        failing_since: failingSince,
        rests_until: restsUntil,
      });
    const messages = Array.from({ length: 2 * DELIVERIES_PER_ENDPOINT }, () => ({
      message_id: randomUUID(),
      owner_id: owner,
      event: 'render.failed',
      render_id: randomUUID(),
      body: Buffer.from('{}'),
      created_at: inSeconds(-5),
    }));
    await database('webhook_messages').insert(messages);
    await database('webhook_deliveries').insert(
      messages.map(({ message_id, created_at }, index) => {
        const isUnderWay = index < generated.underWay;
        return {
          delivery_id: randomUUID(),
          endpoint_id: endpointId,
          message_id,
          created_at,
          due_at: isUnderWay ? inSeconds(10) : created_at,
          claim_id: isUnderWay ? randomUUID() : null,
        };
      }),
    );
    return endpointId;
  };

  it('permits as many claims as the domain specifies', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(endpointStates, { minLength: 1, maxLength: 4 }), async (states) => {
          const ids: WebhookEndpointId[] = [];
          for (const state of states) ids.push(await store(state));
          const claims = rightOf(await bench.queue.claim(100)());
          const claimed = ids.map((id) => claims.filter(({ endpointId }) => endpointId === id).length);
          expect(claimed).to.deep.equal(
            states.map((state) => deliveriesAllowed(healthOf(state), state.underWay, clock.now())),
          );
        })
        .afterEach(() => bench.database.raw('truncate webhook_deliveries cascade')),
      { numRuns: 40 },
    );
  });

  it('remembers the first failure until an attempt succeeds', async () => {
    await fc.assert(
      fc.asyncProperty(endpointStates, fc.boolean(), async (generated, succeeded) => {
        const state = { ...generated, status: 'active', underWay: 0, restsUntil: -1 } as const;
        const health = healthOf(state);
        const endpointId = await store(state);
        const [claim] = rightOf(await bench.queue.claim(1)());
        const startedAt = clock.now();
        const result = { _tag: 'Answered', status: succeeded ? 200 : 500, body: Buffer.alloc(0) } as const;
        const after = succeeded ? ({ _tag: 'Delivered' } as const) : ({ _tag: 'GivenUp' } as const);
        const recorded = rightOf(
          await bench.queue.record(claim!, { startedAt, finishedAt: startedAt, result, after })(),
        );
        const row = await bench.database('webhook_endpoint_health').where('endpoint_id', endpointId).first();
        const expected = succeeded ? null : firstFailure(health, startedAt);
        expect(row?.failing_since ?? null).to.deep.equal(expected);
        expect(recorded.failingSince ?? null).to.deep.equal(expected);
        if (!succeeded) expect(row.rests_until).to.deep.equal(inSeconds(REST_AFTER_FAILURE_MS / 1000));
        await bench.database.raw('truncate webhook_deliveries cascade');
      }),
      { numRuns: 40 },
    );
  });
});
