import { expect } from 'chai';
import { array, assert, asyncProperty, constantFrom, nat, oneof, record } from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { fairSemaphore } from '../../../application/permits/fair-semaphore.js';
import { type Party, permitsInUse } from '../../../application/permits/permit-counts.js';
import { SHARED, type Sharing } from '../../../application/permits/shared-resources.js';
import { rightOf } from '../../support/right-of.js';

const SHARING: Sharing = {
  name: 'test',
  process: 'API',
  what: 'things in progress',
  permits: 3,
  perOwner: 2,
  perLink: 1,
  queue: 5,
  waitMs: 60_000,
  limitMs: 60_000,
};
const A: Party = { owner: 'a' };
const B: Party = { owner: 'b' };
const LINK: Party = { owner: 'a', linkTo: 'viewer' };
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('Fair permits', () => {
  const noPlace = (of: string, limit: number) =>
    E.left({ _tag: 'NoPlace', of, what: 'things in progress', limit });

  it('tell whose limit is reached: that of a link, an owner, or all together', async () => {
    const permits = fairSemaphore({ ...SHARING, queue: 0 });
    rightOf(await permits.acquire(LINK));
    expect(await permits.acquire(LINK)).to.deep.equal(noPlace('link', 1));
    rightOf(await permits.acquire(A));
    expect(await permits.acquire(A)).to.deep.equal(noPlace('owner', 2));
    const last = rightOf(await permits.acquire(B));
    expect(await permits.acquire(B)).to.deep.equal(noPlace('all', 3));
    last.release();
    last.release();
    rightOf(await permits.acquire(B));
    expect(await permits.acquire(B)).to.deep.equal(noPlace('all', 3));
  });

  it('go to owners round robin, however many requests of one wait', async () => {
    const permits = fairSemaphore({ ...SHARING, permits: 1, perOwner: 1 });
    const order: string[] = [];
    const visit = async (party: Party) => {
      const permit = rightOf(await permits.acquire(party));
      order.push(party.owner);
      await nextTick();
      permit.release();
    };
    await Promise.all([A, A, A, A, B, B, { owner: 'c' }].map(visit));
    expect(order.join('')).to.equal('abcabaa');
  });

  it('go to the links of an owner round robin', async () => {
    const permits = fairSemaphore({ ...SHARING, permits: 1, perOwner: 1 });
    const order: string[] = [];
    const visit = async (linkTo: string) => {
      const permit = rightOf(await permits.acquire({ owner: 'a', linkTo }));
      order.push(linkTo);
      await nextTick();
      permit.release();
    };
    await Promise.all(['v', 'v', 'v', 'e', 'e'].map(visit));
    expect(order.join('')).to.equal('vevev');
  });

  it('are waited for until the client disconnects, or the maximum wait has passed', async () => {
    const permits = fairSemaphore({ ...SHARING, waitMs: 1 });
    rightOf(await permits.acquire(LINK));
    expect(await permits.acquire(LINK)).to.deep.equal(noPlace('link', 1));
    const leaving = new AbortController();
    const waiting = fairSemaphore({ ...SHARING, permits: 0 }).acquire(A, leaving.signal);
    leaving.abort();
    expect(await waiting).to.deep.equal(E.left({ _tag: 'Abandoned' }));
  });

  it('abort their signal when their time limit has passed', async () => {
    const permit = rightOf(await fairSemaphore({ ...SHARING, limitMs: 1 }).acquire(A));
    await new Promise((resolve) => permit.overdue.addEventListener('abort', resolve));
    permit.release();
  });

  it('are counted for metrics', async () => {
    const permits = fairSemaphore({ ...SHARING, name: 'counted', queue: 0 });
    const permit = rightOf(await permits.acquire(LINK));
    await permits.acquire(LINK);
    const refused = { link: 1, owner: 0, all: 0 };
    expect(permitsInUse().get('counted')).to.deep.equal({ taken: 1, waiting: 0, refused });
    permit.release();
    expect(permitsInUse().get('counted')).to.include({ taken: 0, waiting: 0 });
  });

  it('never exceed a limit, and leave no party waiting that could have one', async () => {
    const party = record({ owner: constantFrom('a', 'b', 'c'), linkTo: constantFrom('v', 'e') });
    const step = oneof(party, nat({ max: 20 }));
    await assert(
      asyncProperty(array(step, { maxLength: 60 }), async (steps) => {
        const permits = fairSemaphore(SHARING);
        const held: { readonly party: Party; readonly leave: () => void }[] = [];
        const waiting: Party[] = [];
        const count = (all: ReadonlyArray<Party>, like: Readonly<Record<string, unknown>>) =>
          all.filter((one) => Object.entries(like).every(([key, value]) => one[key as 'owner'] === value))
            .length;
        for (const one of steps) {
          if (typeof one === 'number') held.splice(one % Math.max(1, held.length), 1)[0]?.leave();
          else {
            waiting.push(one);
            void permits.acquire(one).then((entered) => {
              waiting.splice(waiting.indexOf(one), 1);
              if (E.isRight(entered)) held.push({ party: one, leave: entered.right.release });
            });
          }
          await nextTick();
          const parties = held.map((holder) => holder.party);
          expect(parties).to.have.length.at.most(SHARING.permits);
          for (const { owner, linkTo } of [...parties, ...waiting]) {
            const [ofOwner, ofLink] = [count(parties, { owner }), count(parties, { owner, linkTo })];
            expect(ofOwner).to.be.at.most(SHARING.perOwner);
            expect(ofLink).to.be.at.most(1);
          }
          for (const { owner, linkTo } of waiting)
            expect(
              parties.length === SHARING.permits ||
                count(parties, { owner }) === SHARING.perOwner ||
                count(parties, { owner, linkTo }) === 1,
            ).to.equal(true);
        }
        for (const { leave } of held) leave();
      }),
    );
  });
});

describe('The table of shared resources', () => {
  for (const [key, { name, permits, perOwner, ...rest }] of Object.entries(SHARED) as [string, Sharing][])
    it(`leaves a permit for another owner: ${key}`, () => {
      expect(name).to.equal(key);
      expect(perOwner).to.be.below(permits);
      expect(rest.perLink ?? perOwner).to.be.at.most(perOwner);
      expect(rest.limitMs).to.be.above(0);
    });
});
