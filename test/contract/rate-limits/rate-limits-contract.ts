import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type RateLimiter, WINDOW_SECONDS } from '../../../application/ports/rate-limits.js';
import { rightOf } from '../../support/right-of.js';
import { forSuite } from '../../support/for-suite.js';

/** Several processes with shared counters. */
export interface RateLimitersUnderTest {
  readonly processes: readonly [RateLimiter, RateLimiter];
  /** Moves the start of all open windows of a subject into the past. */
  readonly age: (subject: string, seconds: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The contract of a rate limiter. */
export const rateLimitsContract = (name: string, open: () => Promise<RateLimitersUnderTest>): void => {
  describe(`rate limits: ${name}`, () => {
    const tested = forSuite(open, (opened) => opened.close());

    const take = async (subject: string, limits: Parameters<RateLimiter['take']>[1], process: 0 | 1 = 0) =>
      rightOf(await tested.processes[process].take(subject, limits)());

    it('counts exactly across processes, with any number of concurrent requests', async () => {
      const subject = randomUUID();
      const verdicts = await Promise.all(
        Array.from({ length: 40 }, (_, n) => take(subject, { minute: 15 }, n % 2 === 0 ? 0 : 1)),
      );
      expect(verdicts.filter(({ taken }) => taken)).to.have.length(15);
    });

    it('does not count a request that any window refuses', async () => {
      const subject = randomUUID();
      await take(subject, { minute: 1, hour: 5 });
      for (const _ of [1, 2, 3]) expect((await take(subject, { minute: 1, hour: 5 })).taken).to.equal(false);
      const { windows } = await take(subject, { hour: 5 });
      expect(windows).to.have.length(1);
      expect(windows[0]).to.include({ window: 'hour', remaining: 3 });
    });

    it('reopens a window when it has ended, and no other', async () => {
      const subject = randomUUID();
      for (const _ of [1, 2]) await take(subject, { minute: 2, hour: 10 });
      expect((await take(subject, { minute: 2, hour: 10 })).taken).to.equal(false);
      await tested.age(subject, WINDOW_SECONDS.minute - 1);
      expect((await take(subject, { minute: 2, hour: 10 })).taken).to.equal(false);
      await tested.age(subject, 1);
      const { taken, windows } = await take(subject, { minute: 2, hour: 10 });
      expect(taken).to.equal(true);
      expect(windows.map(({ remaining }) => remaining)).to.deep.equal([1, 7]);
    });
  });
};
