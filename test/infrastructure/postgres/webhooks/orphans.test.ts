import { expect } from 'chai';
import { sweepWebhookOrphans } from '../../../../infrastructure/postgres/webhooks/webhook-orphans.js';
import { rightOf } from '../../../support/right-of.js';
import { startBench } from '../../../support/webhooks/delivery-chain.js';
import { anEndpointId } from '../../../support/webhooks/recorded.js';
import { forEachTest } from '../../../support/for-suite.js';

const URL = 'https://hooks.example.org/x';
const SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;

describe('sweeping webhook orphans', () => {
  const bench = forEachTest(startBench, (opened) => opened.close());

  const sweep = (caughtUp = true) => sweepWebhookOrphans(bench.database, () => Promise.resolve(caughtUp));
  const agedBy = (hours: number) =>
    Promise.all([
      bench
        .database('webhook_secrets')
        .update({ kept_at: bench.database.raw(`now() - interval '${hours} hours'`) }),
      bench
        .database('webhook_deliveries')
        .update({ created_at: bench.database.raw(`now() - interval '${hours} hours'`) }),
    ]);
  const left = async () => ({
    secrets: await bench.database('webhook_secrets').orderBy('secret_id').pluck('secret_id'),
    deliveries: await bench.database('webhook_deliveries').pluck('status'),
  });

  it('keeps what belongs to endpoints, whatever its age', async () => {
    const { endpointId } = await bench.register(URL);
    await bench.endRender();
    await bench.pause(endpointId);
    await agedBy(1000);
    expect(await sweep()).to.deep.equal({ secrets: 0, deliveries: 0 });
    expect(await left()).to.deep.equal({ secrets: ['first'], deliveries: ['waiting'] });
  });

  it('immediately finds what an earlier release left behind for deleted endpoints', async () => {
    const { endpointId } = await bench.register(URL);
    await bench.endRender();
    await bench.database('webhook_endpoints').update({ deleted_at: new Date() });
    expect(await sweep(false)).to.deep.equal({ secrets: 1, deliveries: 1 });
    expect(await left()).to.deep.equal({ secrets: [], deliveries: ['cancelled'] });
    rightOf(await bench.secrets.store(endpointId, 'late', SECRET)());
    expect(await sweep()).to.deep.equal({ secrets: 1, deliveries: 0 });
  });

  it('finds a secret that no event names, and a delivery without an endpoint, once both are old', async () => {
    const { endpointId } = await bench.register(URL);
    rightOf(await bench.secrets.store(endpointId, 'refused', SECRET)());
    rightOf(await bench.secrets.store(anEndpointId(), 'lost', SECRET)());
    await bench.endRender();
    await bench.database('webhook_deliveries').update({ endpoint_id: anEndpointId() });
    const all = { secrets: ['first', 'lost', 'refused'], deliveries: ['waiting'] };
    await sweep();
    expect(await left(), 'while its event may still be in progress').to.deep.equal(all);
    await agedBy(2);
    await sweep(false);
    expect(await left(), 'while its event may not be projected').to.deep.equal(all);
    await bench.database('projection_skipped_types').insert({ type: 'New', first_commit_position: 1 });
    await sweep();
    expect(await left(), 'while an undecodable event may name it').to.deep.equal(all);
    await bench.database('projection_skipped_types').delete();
    rightOf(await bench.secrets.store(endpointId, 'refused', SECRET)());
    expect(await sweep(), 'a repeated request stores its secret again').to.deep.equal({
      secrets: 1,
      deliveries: 1,
    });
    await agedBy(2);
    expect(await sweep()).to.deep.equal({ secrets: 1, deliveries: 0 });
    expect(await left()).to.deep.equal({ secrets: ['first'], deliveries: ['cancelled'] });
  });
});
