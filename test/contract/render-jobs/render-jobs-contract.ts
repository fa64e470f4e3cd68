import { expect } from 'chai';
import type { ProjectionStore } from '../../../application/ports/projection-store.js';
import type { RenderJobs } from '../../../application/ports/render-jobs.js';
import { fairTurns } from '../../../application/renders/fair-turns.js';
import type { OwnerId, RenderId } from '../../../domain/ids.js';
import { at } from '../../support/examples.js';
import { batchOf } from '../../support/event-store/log-batch.js';
import { aRenderId, recorder, renderEvents } from '../../support/webhooks/recorded.js';

/** The jobs of empty read models, and what fills them. */
export interface RenderJobsUnderTest {
  /** The jobs as another dispatcher sees them. */
  readonly openProcess: () => RenderJobs;
  readonly store: ProjectionStore;
  readonly close: () => Promise<void>;
}

const EVERYTHING = { slots: 1000, underWayPerOwner: 1000 };

/** What dispatching expects of the renders that belong on the queue. */
export const renderJobsContract = (name: string, open: () => Promise<RenderJobsUnderTest>): void => {
  describe(`render jobs: ${name}`, () => {
    let tested: RenderJobsUnderTest;
    let jobs: RenderJobs;
    let record: ReturnType<typeof recorder>;
    let requests: number;
    beforeEach(async () => {
      tested = await open();
      jobs = tested.openProcess();
      record = recorder();
      requests = 0;
    });
    afterEach(() => tested.close());

    const project = (outcome: 'requested' | 'completed', owner: string, ids: ReadonlyArray<RenderId>) =>
      tested.store.apply(
        batchOf(
          ids.map((renderId) => {
            const events = renderEvents({ renderId, ownerId: owner as OwnerId, at: at((requests += 1)) });
            return record(`render-${renderId}`, events[outcome === 'requested' ? 0 : 1]!);
          }),
        ),
      );
    const request = async (owner: string, count: number): Promise<ReadonlyArray<RenderId>> => {
      const ids = Array.from({ length: count }, aRenderId);
      await project('requested', owner, ids);
      return ids;
    };
    const claim = (limits = EVERYTHING, from = jobs) =>
      from.claim(100, (owners, latest) => fairTurns(owners, latest, limits));

    it('are claimed within the limit of each owner by any number of dispatchers', async () => {
      const renders = await request('crowd', 30);
      const limits = { slots: 100, underWayPerOwner: 7 };
      const dispatchers = Array.from({ length: 6 }, () => tested.openProcess());
      const claims = await Promise.all(dispatchers.map((dispatcher) => claim(limits, dispatcher)));
      expect(claims.flat()).to.deep.equal(renders.slice(0, 7));
      await project('completed', 'crowd', [renders[3]!]);
      expect(await claim(limits)).to.deep.equal([renders[7]]);
    });

    it('show each owner with waiting renders, without all of these', async () => {
      const crowd = await request('crowd', 50);
      const [other] = await request('other', 1);
      await claim({ slots: 2, underWayPerOwner: 1 });
      let shown: unknown;
      await jobs.claim(3, (owners) => {
        shown = owners;
        return [];
      });
      expect(shown).to.deep.equal([
        { ownerId: 'crowd', lastTurn: 1, underWay: 1, waiting: crowd.slice(1, 4) },
      ]);
      expect(await claim()).to.not.include(other);
    });

    it('are stale if they were queued too long ago and are not over', async () => {
      const [lost, other, over] = (await request('a', 3)) as [RenderId, RenderId, RenderId];
      await claim();
      await project('completed', 'a', [over]);
      expect(await jobs.stale(60_000, 10)).to.deep.equal([]);
      expect(await jobs.stale(-1, 10)).to.have.members([lost, other]);
      expect(await jobs.stale(-1, 1)).to.have.length(1);
    });

    it('have the traces of renders that were requested in one', async () => {
      const [render, other] = [aRenderId(), ...(await request('a', 1))] as [RenderId, RenderId];
      const [event] = renderEvents({ renderId: render, at: at(7) });
      const { metadata, ...recorded } = record(`render-${render}`, event!);
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      await tested.store.apply(batchOf([{ ...recorded, metadata: { ...metadata, traceparent } }]));
      expect([...(await jobs.traces([render, other]))]).to.deep.equal([
        [render, { traceparent, requestedAt: new Date(at(7)) }],
      ]);
    });

    it('are no longer waiting once they are marked as queued', async () => {
      const renders = await request('a', 2);
      await jobs.markQueued(renders.slice(0, 1));
      expect(await claim()).to.deep.equal(renders.slice(1));
    });
  });
};
