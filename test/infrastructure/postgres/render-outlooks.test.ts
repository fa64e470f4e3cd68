import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import type { RenderOutlook } from '../../../application/ports/render-outlooks.js';
import { fairTurns, type OwnerWeights } from '../../../application/renders/fair-turns.js';
import type { RenderId } from '../../../domain/ids.js';
import { outlookQueries } from '../../../infrastructure/postgres/queries/render-outlooks.js';
import { postgresRenderJobs } from '../../../infrastructure/postgres/renders/render-jobs.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { at } from '../../support/examples.js';
import { rightOf } from '../../support/right-of.js';
import { forSuite } from '../../support/for-suite.js';

/** The waiting renders of owners, with the numbers of their last turns. */
const QUEUES: ReadonlyArray<
  Readonly<Record<string, readonly [waiting: number, turn: number, weight?: number]>>
> = [
  { a: [5, 0] },
  { a: [3, 0], b: [3, 0], c: [1, 0] },
  { a: [4, 9], b: [2, 7], c: [6, 8], d: [1, 1] },
  { a: [1, 5], b: [9, 2], c: [3, 5] },
  { a: [12, 5, 4], b: [9, 4, 2], c: [3, 5] },
];

describe('the outlook of a render in PostgreSQL', () => {
  const models = forSuite(startReadModels, (opened) => opened.stop());
  beforeEach(async () => {
    for (const table of ['render_jobs', 'render_turns', 'render_progress'])
      await models.database(table).delete();
  });

  let requests = 0;
  const insert = async (owner: string, more: object = {}): Promise<RenderId> => {
    const renderId = randomUUID() as RenderId;
    const requested_at = at((requests += 1));
    const row = { render_id: renderId, owner_id: owner, requested_at, over: false, revision: 0 };
    await models.database('render_jobs').insert({ ...row, rank: 1, work: 100, ...more });
    return renderId;
  };
  const outlookOf = async (
    id: RenderId,
    weights: OwnerWeights = new Map(),
  ): Promise<RenderOutlook | undefined> =>
    O.toUndefined(rightOf(await outlookQueries(models.database, weights, () => undefined).outlook(id)()));

  QUEUES.forEach((queue, index) =>
    it(`returns the position in the order of dispatch: queue ${index + 1}`, async () => {
      const weights = new Map<string, number>();
      for (const [owner, [waiting, turn, weight = 1]] of Object.entries(queue)) {
        for (let n = 0; n < waiting; n += 1) await insert(owner, { rank: n % 3 });
        weights.set(owner, weight);
        if (turn > 0) await models.database('render_turns').insert({ owner_id: owner, turn });
      }
      const turns: RenderId[] = [];
      await postgresRenderJobs(models.database).claim(100, (owners, latest) => {
        const all = fairTurns(owners, latest, { slots: 1000, underWayPerOwner: 1000, weights });
        turns.push(...all.map(({ renderId }) => renderId));
        return [];
      });
      const found = await Promise.all(turns.map((id) => outlookOf(id, weights)));
      expect(found.map((outlook) => outlook?.position)).to.deep.equal(turns.map((_, place) => place + 1));
      expect(found.map((outlook) => outlook?.workBefore)).to.deep.equal(turns.map((_, place) => place * 100));
    }),
  );

  it('includes the remaining work of renders under way', async () => {
    const queued = { queued_at: at(1), started_at: at(2) };
    const mine = await insert('a', { ...queued, work: 40 });
    const other = await insert('b', { ...queued, work: 80 });
    await models.database('render_progress').insert({ render_id: other, attempt: 1, fraction: 0.75 });
    const unstarted = await insert('c', { queued_at: at(3), work: 10 });
    const waiting = await insert('a');
    expect(await outlookOf(waiting)).to.deep.equal({
      position: 2,
      work: 100,
      fraction: 0,
      workBefore: 70,
      ownWorkBefore: 40,
      underWay: 3,
      speeds: [],
    });
    expect(await outlookOf(unstarted)).to.include({ position: 1, underWay: 2 });
    const started = await outlookOf(mine);
    expect(started).to.include({ startedAt: at(2), underWay: 2 });
    expect(started).to.not.have.property('position');
  });

  it('counts the whole work of replays, whose renders have been completed', async () => {
    const replay = { rank: 3, work: 30 };
    const waiting = await insert('a', replay);
    const underWay = await insert('b', { ...replay, queued_at: at(1), started_at: at(2) });
    for (const id of [waiting, underWay])
      await models.database('render_progress').insert({ render_id: id, attempt: 1, fraction: 1 });
    expect(await outlookOf(waiting)).to.include({ position: 1, work: 30, fraction: 0, workBefore: 30 });
    expect(await outlookOf(underWay)).to.include({ startedAt: at(2), work: 30, fraction: 0 });
    const render = await insert('a', { rank: 1 });
    expect(await outlookOf(render)).to.include({ position: 1, workBefore: 30 });
    expect(await outlookOf(waiting)).to.include({ position: 2, workBefore: 130, ownWorkBefore: 100 });
    expect(await outlookOf(await insert('c'))).to.include({ position: 2, workBefore: 130 });
  });

  it('uses the speeds of the owner, or of all owners if this one has completed few', async () => {
    const took = (seconds: number) => ({ over: true, started_at: at(0), completed_at: at(seconds) });
    for (const seconds of [1, 2, 4, 5]) await insert('a', took(seconds));
    await insert('b', took(10));
    const [ofA, ofB] = [await insert('a'), await insert('b')];
    expect((await outlookOf(ofA))?.speeds).to.deep.equal([10, 20, 25, 50, 100]);
    await insert('a', took(20));
    expect((await outlookOf(ofA))?.speeds).to.deep.equal([5, 20, 25, 50, 100]);
    expect((await outlookOf(ofB))?.speeds).to.have.length(6);
  });

  it('is absent for a finished render', async () => {
    expect(await outlookOf(await insert('a', { over: true }))).to.equal(undefined);
    expect(await outlookOf(randomUUID() as RenderId)).to.equal(undefined);
  });
});
