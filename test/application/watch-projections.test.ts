import { expect } from 'chai';
import { watchProjections } from '../../application/watch-projections.js';
import type { LogPosition } from '../../domain/events.js';

const place = (commit: bigint): LogPosition => ({ commit, prepare: commit });

describe('watching projections', () => {
  const setUp = () => {
    let now = 0;
    let head: LogPosition | undefined = place(5n);
    const checkpoints = new Map([
      ['a', place(5n)],
      ['b', place(5n)],
    ]);
    const alarms: string[] = [];
    const look = watchProjections({
      eventLog: {
        headAfter: (floor) =>
          Promise.resolve(head && head.commit > (floor?.commit ?? -1n) ? head : undefined),
      },
      checkpoints: () => Promise.resolve(checkpoints),
      names: ['a', 'b'],
      clock: { now: () => new Date(now) },
      patienceMs: 10_000,
      onStandstill: (projection, sinceMs) => alarms.push(`${projection} stands since ${sinceMs}`),
      onRecovered: (projection) => alarms.push(`${projection} moves`),
    });
    return {
      alarms,
      after: async (seconds: number, change: { head?: bigint; a?: bigint; b?: bigint } = {}) => {
        now += seconds * 1000;
        if (change.head !== undefined) head = place(change.head);
        if (change.a !== undefined) checkpoints.set('a', place(change.a));
        if (change.b !== undefined) checkpoints.set('b', place(change.b));
        return (await look()).map(({ standsStill }) => standsStill);
      },
    };
  };

  it('is calm while nothing is to be read, however long', async () => {
    const { after, alarms } = setUp();
    await after(0);
    expect(await after(100_000)).to.deep.equal([false, false]);
    expect(alarms).to.deep.equal([]);
  });

  it('raises one alarm for the one that stands still, and takes it back when it moves', async () => {
    const { after, alarms } = setUp();
    await after(0, { head: 9n, a: 9n });
    await after(9.9);
    expect(alarms).to.deep.equal([]);
    expect(await after(0.1)).to.deep.equal([false, true]);
    await after(5);
    expect(alarms).to.deep.equal(['b stands since 10000']);
    expect(await after(1, { b: 6n })).to.deep.equal([false, false]);
    expect(alarms).to.deep.equal(['b stands since 10000', 'b moves']);
  });

  it('gives one that is far behind but moves all the time it needs', async () => {
    const { after, alarms } = setUp();
    for (let b = 5n; b < 60n; b += 1n) await after(9, { head: 100n, a: 100n, b });
    expect(alarms).to.deep.equal([]);
  });
});
