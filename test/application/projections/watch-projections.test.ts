import { expect } from 'chai';
import {
  type ProjectionHealth,
  watchProjections,
} from '../../../application/projections/watch-projections.js';
import { readCheckpoints } from '../../../infrastructure/postgres/read-models/checkpoints.js';
import { allProjections } from '../../../projections/all.js';
import { replay, startReadModels, startStore } from '../../support/event-store/event-log.js';
import { storeHistory } from '../../support/event-store/example-history.js';
import { forSuite } from '../../support/for-suite.js';

describe('watching projections', () => {
  const models = forSuite(startReadModels, (opened) => opened.stop());
  const store = forSuite(startStore, (opened) => opened.stop());
  let now: number;
  let alarms: string[];
  let check: () => Promise<ReadonlyArray<ProjectionHealth>>;

  beforeEach(() => {
    now = 0;
    alarms = [];
    check = watchProjections({
      eventLog: store.log,
      checkpoints: () => readCheckpoints(models.database),
      names: allProjections.map(({ name }) => name),
      clock: { now: () => new Date(now) },
      stallTimeoutMs: 10_000,
      onStalled: (projection, sinceMs) => alarms.push(`${projection} stalled since ${sinceMs}`),
      onRecovered: (projection) => alarms.push(`${projection} recovered`),
    });
  });

  const stalledAfter = async (seconds: number): Promise<ReadonlyArray<string>> => {
    now += seconds * 1000;
    return (await check()).filter(({ isStalled }) => isStalled).map(({ projection }) => projection);
  };

  it('raises no alarm while there is nothing to read', async () => {
    await stalledAfter(0);
    expect(await stalledAfter(100_000)).to.deep.equal([]);
    await storeHistory(store.client, 10);
    await replay(store.log, models);
    await stalledAfter(0);
    expect(await stalledAfter(100_000)).to.deep.equal([]);
    expect(alarms).to.deep.equal([]);
  });

  it('raises one alarm per stalled projection, and clears it when the projection moves', async () => {
    await storeHistory(store.client, 10);
    await stalledAfter(0);
    await stalledAfter(9.9);
    expect(alarms).to.deep.equal([]);
    expect(await stalledAfter(0.1)).to.have.length(allProjections.length);
    await stalledAfter(5);
    expect(alarms).to.have.length(allProjections.length);
    expect(alarms).to.include('video-details stalled since 10000');
    await replay(store.log, models);
    expect(await stalledAfter(1)).to.deep.equal([]);
    expect(alarms).to.include('video-details recovered');
  });

  it('names the stalled projection while the others move', async () => {
    const stuck = await models.database('projection_checkpoints').where({ name: 'video-list' }).first();
    await storeHistory(store.client, 10);
    await replay(store.log, models);
    await models.database('projection_checkpoints').where({ name: 'video-list' }).update(stuck);
    await stalledAfter(0);
    expect(await stalledAfter(10)).to.deep.equal(['video-list']);
  });

  it('raises no alarm for a projection that is far behind but moving', async () => {
    const head = await store.log.headAfter(undefined);
    for (let commit = 0n; commit < 5n; commit += 1n) {
      await models.database('projection_checkpoints').update({ commit_position: commit.toString() });
      expect(await stalledAfter(9), String(head?.commit)).to.deep.equal([]);
    }
  });

  it('measures how long projections have lacked an event, even while they move', async () => {
    const headNow = async () => (await store.log.headAfter(undefined))?.commit ?? -1n;
    const reach = (commit: bigint) =>
      models.database('projection_checkpoints').update({ commit_position: commit.toString() });
    const behindAfter = async (seconds: number): Promise<ReadonlySet<number>> => {
      now += seconds * 1000;
      return new Set((await check()).map(({ behindMs }) => behindMs / 1000));
    };
    const first = await headNow();
    await reach(first);
    expect([...(await behindAfter(0))]).to.deep.equal([0]);
    await storeHistory(store.client, 2);
    const second = await headNow();
    expect([...(await behindAfter(10))]).to.deep.equal([0]);
    await reach(first + 1n);
    expect([...(await behindAfter(9))], 'moved, but not to the end').to.deep.equal([9]);
    await storeHistory(store.client, 2);
    await reach(first + 2n);
    expect([...(await behindAfter(9))]).to.deep.equal([18]);
    await reach(second);
    expect([...(await behindAfter(9))], 'lacks what came last').to.deep.equal([9]);
    await reach(await headNow());
    expect([...(await behindAfter(9))]).to.deep.equal([0]);
  });
});
