import { expect } from 'chai';
import * as fc from 'fast-check';
import type { RenderOutlook } from '../../../application/ports/render-outlooks.js';
import { forecast } from '../../../application/renders/forecast.js';
import { progressEventId, isOutdated } from '../../../application/renders/progress-events.js';
import { renderId } from '../../support/examples.js';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const LIMITS = { underWayPerOwner: 4 };
const inSeconds = (time: string): number => (Date.parse(time) - NOW.getTime()) / 1000;

/** A render of 100 megapixel-frames behind another owner's render in progress. Earlier renders took 10 to 20 s for as many. */
const waiting: RenderOutlook = {
  position: 1,
  work: 100,
  fraction: 0,
  workBefore: 100,
  ownWorkBefore: 0,
  underWay: 1,
  speeds: [5, 5, 8, 10, 10],
};

const outlooks: fc.Arbitrary<RenderOutlook> = fc.record(
  {
    position: fc.integer({ min: 1, max: 1000 }),
    work: fc.double({ min: 1, max: 1e6, noNaN: true }),
    fraction: fc.double({ min: 0, max: 1, noNaN: true }),
    startedAt: fc
      .integer({ min: -3600, max: 10 })
      .map((s) => new Date(NOW.getTime() + s * 1000).toISOString()),
    workBefore: fc.double({ min: 0, max: 1e6, noNaN: true }),
    ownWorkBefore: fc.double({ min: 0, max: 1e6, noNaN: true }),
    underWay: fc.nat(20),
    speeds: fc.array(fc.double({ min: 0.1, max: 1e4, noNaN: true }), { maxLength: 20 }),
  },
  { requiredKeys: ['work', 'fraction', 'workBefore', 'ownWorkBefore', 'underWay', 'speeds'] },
);

describe('the forecast of a render', () => {
  it('ranges from the fastest to the slowest of the latest renders, without their extremes', () => {
    const { start, end, queuePosition } = forecast(waiting, LIMITS, NOW);
    expect(queuePosition).to.equal(1);
    expect([start!.earliest, start!.latest].map(inSeconds)).to.deep.equal([10, 20]);
    expect([end!.earliest, end!.latest].map(inSeconds)).to.deep.equal([20, 40]);
  });

  it('divides the work before it among the renders that workers have at once, and by the limit of its owner', () => {
    const five = { ...waiting, workBefore: 500, underWay: 5 };
    expect(inSeconds(forecast(five, LIMITS, NOW).start!.earliest)).to.equal(10);
    const own = { ...five, ownWorkBefore: 500 };
    expect(inSeconds(forecast(own, LIMITS, NOW).start!.earliest)).to.equal(12.5);
  });

  it('is absent while too few renders are completed, unless the pace of the render itself is known', () => {
    expect(forecast({ ...waiting, speeds: [5, 5] }, LIMITS, NOW)).to.deep.equal({ queuePosition: 1 });
    const { position: _position, ...started } = {
      ...waiting,
      speeds: [],
      startedAt: '2026-05-01T11:59:50.000Z',
    };
    expect(forecast(started, LIMITS, NOW)).to.deep.equal({});
    const { end } = forecast({ ...started, fraction: 0.5 }, LIMITS, NOW);
    expect([end!.earliest, end!.latest].map(inSeconds)).to.deep.equal([7, 15]);
  });

  it('relies on the pace of the render itself the more, the further it is', () => {
    const { position: _position, ...started } = { ...waiting, startedAt: '2026-05-01T11:59:00.000Z' };
    const { end } = forecast({ ...started, fraction: 0.75 }, LIMITS, NOW);
    // 60 s for three quarters make 20 s for the rest; earlier renders took 2.5 to 5 s for it.
    expect([end!.earliest, end!.latest].map(inSeconds)).to.deep.equal([15.625, 20]);
  });

  it('is in order and never in the past', () => {
    fc.assert(
      fc.property(outlooks, (outlook) => {
        const { start, end } = forecast(outlook, LIMITS, NOW);
        for (const range of [start, end])
          if (range) {
            expect(inSeconds(range.earliest)).to.be.at.least(0);
            expect(inSeconds(range.latest)).to.be.at.least(inSeconds(range.earliest));
          }
        if (start && end) expect(inSeconds(end.earliest)).to.be.at.least(inSeconds(start.earliest));
        if (outlook.startedAt !== undefined) expect(start).to.equal(undefined);
      }),
    );
  });

  it('is later with more work before it', () => {
    fc.assert(
      fc.property(outlooks, fc.double({ min: 0, max: 1e6, noNaN: true }), (outlook, more) => {
        const sooner = forecast(outlook, LIMITS, NOW).start;
        const later = forecast({ ...outlook, workBefore: outlook.workBefore + more }, LIMITS, NOW).start;
        if (sooner && later) expect(inSeconds(later.latest)).to.be.at.least(inSeconds(sooner.latest));
      }),
    );
  });
});

describe('the ids of progress events', () => {
  const glance = { renderId, status: 'processing', attempt: 1, fraction: 0 } as const;

  it('are in the order of attempts, then of progress', () => {
    const progress = fc.record({ attempt: fc.nat(5), fraction: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(progress, progress, (one, other) => {
        const isEarlier =
          one.attempt < other.attempt ||
          (one.attempt === other.attempt &&
            Math.floor(one.fraction * 1000) < Math.floor(other.fraction * 1000));
        expect(
          isOutdated(progressEventId({ ...glance, ...one }), progressEventId({ ...glance, ...other })),
        ).to.equal(isEarlier);
      }),
    );
  });

  it('end with the id of the last event', () => {
    expect(progressEventId({ ...glance, status: 'failed' })).to.equal('end');
    expect([isOutdated('3.5', 'end'), isOutdated('end', '3.5'), isOutdated('3.5', 'anything')]).to.deep.equal(
      [true, false, false],
    );
  });
});
