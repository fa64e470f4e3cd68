import { expect } from 'chai';
import { EVENT_CODECS } from '../../domain/events.js';
import { allProjections } from '../../projections/all.js';
import { webhookDeliveries } from '../../projections/webhook-deliveries.js';
import { webhookEndpoints } from '../../projections/webhook-endpoints.js';
import { tablesAfter } from './example.js';
import { OWNER_EXAMPLES } from './owner-examples.js';
import { RENDER_EXAMPLES } from './render-examples.js';
import { VIDEO_EXAMPLES } from './video-examples.js';

const EXAMPLES = [...VIDEO_EXAMPLES, ...RENDER_EXAMPLES, ...OWNER_EXAMPLES];
const events = EXAMPLES.flatMap((example) => example.events);

describe('projections without a database', () => {
  for (const example of EXAMPLES) {
    it(`make the expected rows of ${example.of}, and no others`, () => {
      for (const projection of allProjections)
        for (const [table, rows] of Object.entries(tablesAfter(projection, example.events)))
          expect(rows, table).to.deep.equal(example.rows[table] ?? []);
    });

    it(`change nothing when an event of ${example.of} arrives again, at once or late`, () => {
      for (const projection of allProjections)
        example.events.forEach((late, index) => {
          for (let until = index + 1; until <= example.events.length; until += 1) {
            const seen = example.events.slice(0, until);
            expect(
              tablesAfter(projection, [...seen, late]),
              `${projection.name}: ${late.event.type} after ${until} events`,
            ).to.deep.equal(tablesAfter(projection, seen));
          }
        });
    });
  }

  it('have an example of every type of event', () => {
    expect([...new Set(events.map(({ event }) => event.type))]).to.have.members(Object.keys(EVENT_CODECS));
  });

  it('forget a deleted endpoint each time its deletion arrives', () => {
    const deletion = events.find(({ event }) => event.type === 'WebhookEndpointDeleted')!;
    for (const _ of ['first', 'again'])
      expect(webhookEndpoints.project(deletion).map(({ _tag }) => _tag)).to.include('ForgetEndpoint');
  });

  it('announce finished renders, batches and uploads, unless cancelled, and messages of reviews', () => {
    const announced = events.flatMap((recorded) =>
      webhookDeliveries
        .project(recorded)
        .flatMap((change) =>
          change._tag === 'EnqueueDeliveries' ? [[recorded.event.type, change.event]] : [],
        ),
    );
    expect(announced).to.deep.equal([
      ['CommentAdded', 'comment.added'],
      ['CommentReplied', 'comment.replied'],
      ['VersionApproved', 'version.approved'],
      ['VersionSentBack', 'version.sent-back'],
      ['RenderCompleted', 'render.completed'],
      ['RenderFailed', 'render.failed'],
      ['RenderBatchCompleted', 'batch.completed'],
      ['AssetStored', 'asset.ready'],
      ['AssetRefused', 'asset.refused'],
    ]);
  });
});
