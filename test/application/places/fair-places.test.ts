import { expect } from 'chai';
import { array, assert, asyncProperty, constantFrom, nat, oneof, record } from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { fairPlaces, type Party, placesInUse } from '../../../application/places/fair-places.js';
import { SHARED, type Sharing } from '../../../application/places/shared-resources.js';
import { rightOf } from '../../support/right-of.js';

const SHARING: Sharing = {
  name: 'test',
  process: 'API',
  what: 'things in progress',
  places: 3,
  perOwner: 2,
  perLink: 1,
  queue: 5,
  waitMs: 60_000,
  limitMs: 60_000,
};
const A: Party = { owner: 'a' };
const B: Party = { owner: 'b' };
const LINK: Party = { owner: 'a', link: 'viewer' };
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('Fair places', () => {
  const noPlace = (of: string, limit: number) =>
    E.left({ _tag: 'NoPlace', of, what: 'things in progress', limit });

  it('tell who has as many as it may have: a link, an owner, or all together', async () => {
    const places = fairPlaces({ ...SHARING, queue: 0 });
    rightOf(await places.enter(LINK));
    expect(await places.enter(LINK)).to.deep.equal(noPlace('link', 1));
    rightOf(await places.enter(A));
    expect(await places.enter(A)).to.deep.equal(noPlace('owner', 2));
    const last = rightOf(await places.enter(B));
    expect(await places.enter(B)).to.deep.equal(noPlace('all', 3));
    last.leave();
    last.leave();
    rightOf(await places.enter(B));
    expect(await places.enter(B)).to.deep.equal(noPlace('all', 3));
  });

  it('are given to owners in turns, however many requests of one wait', async () => {
    const places = fairPlaces({ ...SHARING, places: 1, perOwner: 1 });
    const order: string[] = [];
    const visit = async (party: Party) => {
      const place = rightOf(await places.enter(party));
      order.push(party.owner);
      await nextTick();
      place.leave();
    };
    await Promise.all([A, A, A, A, B, B, { owner: 'c' }].map(visit));
    expect(order.join('')).to.equal('abcabaa');
  });

  it('are given to the links of an owner in turns', async () => {
    const places = fairPlaces({ ...SHARING, places: 1, perOwner: 1 });
    const order: string[] = [];
    const visit = async (link: string) => {
      const place = rightOf(await places.enter({ owner: 'a', link }));
      order.push(link);
      await nextTick();
      place.leave();
    };
    await Promise.all(['v', 'v', 'v', 'e', 'e'].map(visit));
    expect(order.join('')).to.equal('vevev');
  });

  it('are waited for until the client leaves, or the time to wait is over', async () => {
    const places = fairPlaces({ ...SHARING, waitMs: 1 });
    rightOf(await places.enter(LINK));
    expect(await places.enter(LINK)).to.deep.equal(noPlace('link', 1));
    const leaving = new AbortController();
    const waiting = fairPlaces({ ...SHARING, places: 0 }).enter(A, leaving.signal);
    leaving.abort();
    expect(await waiting).to.deep.equal(E.left({ _tag: 'Abandoned' }));
  });

  it('tell the holder when its time is over', async () => {
    const place = rightOf(await fairPlaces({ ...SHARING, limitMs: 1 }).enter(A));
    await new Promise((resolve) => place.overdue.addEventListener('abort', resolve));
    place.leave();
  });

  it('are counted for metrics', async () => {
    const places = fairPlaces({ ...SHARING, name: 'counted', queue: 0 });
    const place = rightOf(await places.enter(LINK));
    await places.enter(LINK);
    const refused = { link: 1, owner: 0, all: 0 };
    expect(placesInUse().get('counted')).to.deep.equal({ taken: 1, waiting: 0, refused });
    place.leave();
    expect(placesInUse().get('counted')).to.include({ taken: 0, waiting: 0 });
  });

  it('never exceed a share, and leave nobody waiting who could enter', async () => {
    const party = record({ owner: constantFrom('a', 'b', 'c'), link: constantFrom('v', 'e') });
    const step = oneof(party, nat({ max: 20 }));
    await assert(
      asyncProperty(array(step, { maxLength: 60 }), async (steps) => {
        const places = fairPlaces(SHARING);
        const held: { readonly party: Party; readonly leave: () => void }[] = [];
        const waiting: Party[] = [];
        const count = (all: ReadonlyArray<Party>, like: Readonly<Record<string, unknown>>) =>
          all.filter((one) => Object.entries(like).every(([key, value]) => one[key as 'owner'] === value))
            .length;
        for (const one of steps) {
          if (typeof one === 'number') held.splice(one % Math.max(1, held.length), 1)[0]?.leave();
          else {
            waiting.push(one);
            void places.enter(one).then((entered) => {
              waiting.splice(waiting.indexOf(one), 1);
              if (E.isRight(entered)) held.push({ party: one, leave: entered.right.leave });
            });
          }
          await nextTick();
          const parties = held.map((holder) => holder.party);
          expect(parties).to.have.length.at.most(SHARING.places);
          for (const { owner, link } of [...parties, ...waiting]) {
            const [ofOwner, ofLink] = [count(parties, { owner }), count(parties, { owner, link })];
            expect(ofOwner).to.be.at.most(SHARING.perOwner);
            expect(ofLink).to.be.at.most(1);
          }
          for (const { owner, link } of waiting)
            expect(
              parties.length === SHARING.places ||
                count(parties, { owner }) === SHARING.perOwner ||
                count(parties, { owner, link }) === 1,
            ).to.equal(true);
        }
        for (const { leave } of held) leave();
      }),
    );
  });
});

describe('The table of shared resources', () => {
  for (const [key, { name, places, perOwner, ...rest }] of Object.entries(SHARED) as [string, Sharing][])
    it(`leaves a place for another owner: ${key}`, () => {
      expect(name).to.equal(key);
      expect(perOwner).to.be.below(places);
      expect(rest.perLink ?? perOwner).to.be.at.most(perOwner);
      expect(rest.limitMs).to.be.above(0);
    });
});
