import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { EVENT_CODECS, type Recorded } from '../../domain/events.js';
import type { Change, Projection } from '../../projections/change.js';
import { allProjections } from '../../projections/all.js';
import { webhookDeliveries } from '../../projections/webhook-deliveries.js';
import { webhookEndpoints } from '../../projections/webhook-endpoints.js';
import { at } from '../support/examples.js';
import { rowsAfter } from '../support/memory-tables.js';
import { deletedEndpoint, events } from './example-events.js';
import { EXPECTED } from './expected-rows.js';

const isOutcome = (change: Change): boolean =>
  !('recorded' in change && 'author' in change.recorded.event.data);

const nameOf = ({ event, stream }: Recorded): string => `${event.type} of ${stream}`;

/** The events that change a row. */
const eventsChanging = (projection: Projection, row: string): string => {
  const changing = events.filter((_, n) => {
    const [before, after] = [n, n + 1].map((count) => rowsAfter(projection, events.slice(0, count))[row]);
    return !isDeepStrictEqual(before, after);
  });
  return changing.map(nameOf).join(', ');
};

describe('projections without a database', () => {
  for (const projection of allProjections) {
    const once = rowsAfter(projection, events);

    it(`${projection.name}: applies each event once`, () => {
      const expected = EXPECTED[projection.name] ?? {};
      for (const name of Object.keys({ ...once, ...expected }))
        expect(once[name], `${name}, by ${eventsChanging(projection, name)}`).to.deep.equal(expected[name]);
    });

    it(`${projection.name}: repeated events change nothing more`, () => {
      events.forEach((event, n) => {
        const until = events.slice(0, n + 1);
        expect(rowsAfter(projection, [...until, event]), nameOf(event)).to.deep.equal(
          rowsAfter(projection, until),
        );
      });
    });

    it(`${projection.name}: late events, after their successors, change nothing`, () => {
      for (const event of events)
        expect(rowsAfter(projection, [...events, event]), nameOf(event)).to.deep.equal(once);
    });
  }

  it('have a specification for every type of event', () => {
    expect([...new Set(events.map(({ event }) => event.type))]).to.have.members(Object.keys(EVENT_CODECS));
  });

  it('webhook-endpoints: forgets a deleted endpoint each time its deletion arrives', () => {
    const deletion = events.find(({ event }) => event.type === 'WebhookEndpointDeleted')!;
    for (const _ of [1, 2])
      expect(webhookEndpoints.project(deletion)).to.deep.include({
        _tag: 'ForgetEndpoint',
        endpointId: deletedEndpoint,
        at: at(3),
      });
  });

  it('webhook-deliveries: announces finished renders, batches and uploads, unless cancelled, and messages of reviews', () => {
    const announced = events.flatMap(webhookDeliveries.project);
    expect(announced).to.have.length(9);
    const [outcomes, messages] = [
      announced.filter(isOutcome),
      announced.filter((change) => !isOutcome(change)),
    ];
    expect(messages.map((change) => 'event' in change && change.event)).to.deep.equal([
      'comment.added',
      'comment.replied',
      'version.approved',
      'version.sent-back',
    ]);
    expect(outcomes[1]).to.deep.include({
      _tag: 'EnqueueDeliveries',
      event: 'render.failed',
      recorded: events.find(({ event }) => event.type === 'RenderFailed'),
    });
    expect(outcomes[2]).to.deep.include({
      event: 'batch.completed',
      recorded: events.find(({ event }) => event.type === 'RenderBatchCompleted'),
    });
  });
});
