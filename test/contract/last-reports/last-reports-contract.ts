import { expect } from 'chai';
import type { LastReports } from '../../../application/ports/render-outcomes.js';
import { aRenderId } from '../../support/webhooks/recorded.js';
import { forSuite } from '../../support/for-suite.js';

/** What the last worker of a render reported. */
export interface LastReportsUnderTest {
  readonly reports: LastReports;
  readonly close: () => Promise<void>;
}

/** The contract of the last reports of workers. */
export const lastReportsContract = (name: string, open: () => Promise<LastReportsUnderTest>): void => {
  describe(`last reports: ${name}`, () => {
    const tested = forSuite(open, (opened) => opened.close());

    it('are undefined for a render that no worker has reported on', async () => {
      expect(await tested.reports.of(aRenderId())).to.equal(undefined);
    });

    it('state that a worker handed a render back, and in which attempt', async () => {
      const [renderId, other] = [aRenderId(), aRenderId()];
      await tested.reports.handBack(renderId, { replay: 0, attempt: 1 });
      await tested.reports.handBack(renderId, { replay: 0, attempt: 2 });
      const report = { replay: 0, attempt: 2, clips: [], handedBack: true };
      expect(await tested.reports.of(renderId)).to.deep.equal(report);
      await tested.reports.handBack(renderId, { replay: 3, attempt: 1 });
      expect(await tested.reports.of(renderId)).to.deep.equal({ ...report, replay: 3, attempt: 1 });
      expect(await tested.reports.of(other)).to.equal(undefined);
    });
  });
};
