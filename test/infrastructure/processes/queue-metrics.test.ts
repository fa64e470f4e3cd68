import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Registry } from 'prom-client';
import { projectorMetrics } from '../../../infrastructure/processes/parts/queue-metrics.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { forSuite } from '../../support/for-suite.js';

const HIGH = 0;
const LOW = 2;

describe('the metrics of the queue of renders', () => {
  const models = forSuite(startReadModels, (opened) => opened.stop());

  it('count waiting renders by priority and weight of their owners, at the first request', async () => {
    const job = (owner_id: string, rank: number, more = {}) => ({
      render_id: randomUUID(),
      owner_id,
      rank,
      work: 100,
      requested_at: new Date(Date.now() - 3_600_000),
      over: false,
      revision: 0,
      ...more,
    });
    await models
      .database('render_jobs')
      .insert([
        job('studio', HIGH),
        job('studio', HIGH),
        job('studio', LOW, { queued_at: new Date() }),
        job('trial', LOW, { requested_at: new Date(Date.now() - 600_000) }),
        job('trial', LOW, { over: true }),
      ]);
    const registry = new Registry();
    projectorMetrics(registry, models.database, {
      ownerWeights: new Map([['studio', 4]]),
      underWayPerOwner: 1,
    });
    const text = await registry.metrics();
    const depths = [...text.matchAll(/^framewright_render_queue_depth(\{.*\} \d+)$/gm)].map(
      ([, found]) => found,
    );
    expect(depths).to.deep.equal([
      '{priority="high",weight="1"} 0',
      '{priority="high",weight="4"} 2',
      '{priority="normal",weight="1"} 0',
      '{priority="normal",weight="4"} 0',
      '{priority="low",weight="1"} 1',
      '{priority="low",weight="4"} 0',
    ]);
    const age = (labels: string): number =>
      Number(new RegExp(`^framewright_render_queue_age_seconds\\{${labels}\\} (.+)$`, 'm').exec(text)?.[1]);
    expect(age('priority="high",weight="4"')).to.be.at.least(3590);
    expect(age('priority="low",weight="4"')).to.equal(0);
    // The studio is at its limit, however long its renders wait.
    const startable = /^framewright_render_queue_startable_age_seconds (.+)$/m.exec(text)?.[1];
    expect(Number(startable)).to.be.within(590, 3000);
  });
});
