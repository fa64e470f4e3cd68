import { expect } from 'chai';
import { EVENT_CODECS } from '../../domain/events.js';
import type { Change } from '../../projections/change.js';
import { allProjections } from '../../projections/all.js';
import { webhookDeliveries } from '../../projections/webhook-deliveries.js';
import { webhookEndpoints } from '../../projections/webhook-endpoints.js';
import { at, batchId, renderId, uuid } from '../support/examples.js';
import { rowsAfter } from '../support/memory-tables.js';
import { deletedEndpoint, events, failedRender } from './example-events.js';
import { EXPECTED } from './expected-rows.js';

const isOutcome = (change: Change): boolean => !('about' in change && change.about._tag === 'Review');

describe('projections without a database', () => {
  for (const projection of allProjections) {
    const once = rowsAfter(projection, events);

    it(`${projection.name}: applies each event once`, () => {
      const expected = EXPECTED[projection.name] ?? {};
      expect(Object.keys(once)).to.have.members(Object.keys(expected));
      for (const [name, row] of Object.entries(expected)) expect(once[name], name).to.deep.include(row);
    });

    it(`${projection.name}: repeated events change nothing more`, () => {
      expect(
        rowsAfter(
          projection,
          events.flatMap((event) => [event, event]),
        ),
      ).to.deep.equal(once);
      expect(rowsAfter(projection, [...events, ...events])).to.deep.equal(once);
    });

    it(`${projection.name}: late events, after their successors, change nothing`, () => {
      expect(rowsAfter(projection, [...events, ...events.toReversed()])).to.deep.equal(once);
    });
  }

  it('have a specification for every type of event', () => {
    expect([...new Set(events.map(({ event }) => event.type))]).to.have.members(Object.keys(EVENT_CODECS));
  });

  it('webhook-endpoints: deletes what belongs to a deleted endpoint, however often the event arrives', () => {
    const deletion = events.find(({ event }) => event.type === 'WebhookEndpointDeleted')!;
    for (const _ of [1, 2])
      expect(webhookEndpoints.project(deletion)).to.deep.include({
        _tag: 'ForgetEndpoint',
        endpointId: deletedEndpoint,
        at: at(3),
      });
  });

  it('webhook-deliveries: announces each end of a render, a batch or an upload that its owner did not cancel, and what is said in a review', () => {
    const announced = events.flatMap(webhookDeliveries.project);
    expect(announced).to.have.length(9);
    const [outcomes, said] = [announced.filter(isOutcome), announced.filter((one) => !isOutcome(one))];
    expect(said.map((one) => 'event' in one && one.event)).to.deep.equal([
      'comment.added',
      'comment.replied',
      'version.approved',
      'version.sent-back',
    ]);
    expect(outcomes[1]).to.deep.include({
      _tag: 'EnqueueDeliveries',
      event: 'render.failed',
      about: { _tag: 'Render', renderId: failedRender },
      at: at(9),
    });
    expect(outcomes[2]).to.deep.include({
      event: 'batch.completed',
      about: { _tag: 'RenderBatch', batchId },
    });
  });

  it('webhook-deliveries: identifies the message by the id of the event, however often it is applied', () => {
    const completed = events.find(({ event }) => event.type === 'RenderCompleted')!;
    for (const _ of [1, 2])
      expect(webhookDeliveries.project({ ...completed, id: uuid(5) })).to.deep.include({
        _tag: 'EnqueueDeliveries',
        messageId: uuid(5),
        event: 'render.completed',
        about: { _tag: 'Render', renderId },
        revision: 3n,
        commit: completed.position.commit,
        at: at(8),
      });
  });
});
