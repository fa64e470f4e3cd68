import { expect } from 'chai';
import * as fc from 'fast-check';
import { fairTurns, type OwnerQueue, type Turn } from '../../../application/renders/fair-turns.js';
import type { OwnerId, RenderId } from '../../../domain/ids.js';

const queueOf = (name: string, waiting: number, more: Partial<OwnerQueue> = {}): OwnerQueue => ({
  ownerId: name as OwnerId,
  waiting: Array.from({ length: waiting }, (_, n) => `${name}${n}` as RenderId),
  underWay: 0,
  lastTurn: 0,
  ...more,
});
const rendersOf = (turns: ReadonlyArray<Turn>) => turns.map(({ renderId }) => renderId);
const LIMITS = { places: 6, underWayPerOwner: 4 };

const queues: fc.Arbitrary<ReadonlyArray<OwnerQueue>> = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      waiting: fc.nat(6),
      underWay: fc.nat(5),
      lastTurn: fc.nat(20),
    }),
    { selector: ({ name }) => name },
  )
  .map((owners) => owners.map(({ name, waiting, ...more }) => queueOf(name, waiting, more)));
const limits = fc.record({
  places: fc.integer({ min: -2, max: 20 }),
  underWayPerOwner: fc.integer({ min: 1, max: 6 }),
});

describe('fair turns', () => {
  it('go round robin by owner, and oldest first within an owner', () => {
    const turns = fairTurns([queueOf('a', 100), queueOf('b', 2), queueOf('c', 1)], LIMITS);
    expect(rendersOf(turns)).to.deep.equal(['a0', 'b0', 'c0', 'a1', 'b1', 'a2']);
  });

  it('start with the owner whose last turn is longest ago', () => {
    const owners = [queueOf('a', 9, { lastTurn: 7 }), queueOf('b', 9, { lastTurn: 3 }), queueOf('c', 9)];
    expect(rendersOf(fairTurns(owners, { ...LIMITS, places: 4 }))).to.deep.equal(['c0', 'b0', 'a0', 'c1']);
  });

  it('skip owners that have reached their limit', () => {
    const owners = [queueOf('a', 100, { underWay: 4 }), queueOf('b', 1, { lastTurn: 9 })];
    expect(rendersOf(fairTurns(owners, LIMITS))).to.deep.equal(['b0']);
  });

  it('exceed neither the limit of an owner nor the number of places, and leave no usable place empty', () => {
    fc.assert(
      fc.property(queues, limits, (owners, { places, underWayPerOwner }) => {
        const turns = fairTurns(owners, { places, underWayPerOwner });
        expect(new Set(rendersOf(turns)).size).to.equal(turns.length);
        const room = owners.map(({ waiting, underWay }) =>
          Math.min(waiting.length, Math.max(0, underWayPerOwner - underWay)),
        );
        expect(turns.length).to.equal(
          Math.min(
            Math.max(0, places),
            room.reduce((sum, n) => sum + n, 0),
          ),
        );
        for (const [index, { ownerId, waiting }] of owners.entries()) {
          const own = rendersOf(turns.filter((turn) => turn.ownerId === ownerId));
          expect(own).to.deep.equal(waiting.slice(0, own.length));
          expect(own.length).to.be.at.most(room[index]!);
        }
      }),
    );
  });

  it('give no owner a second turn before every waiting owner has had one', () => {
    fc.assert(
      fc.property(queues, limits, (owners, { places, underWayPerOwner }) => {
        const turns = fairTurns(owners, { places, underWayPerOwner });
        for (const { ownerId, waiting, underWay } of owners) {
          const own = turns.filter((turn) => turn.ownerId === ownerId).length;
          const isWaiting = waiting.length > own && underWay + own < underWayPerOwner;
          for (const other of owners)
            if (isWaiting)
              expect(turns.filter((turn) => turn.ownerId === other.ownerId).length).to.be.at.most(own + 1);
        }
      }),
    );
  });

  it('are the same if places become free one by one', () => {
    fc.assert(
      fc.property(queues, limits, (owners, { places, underWayPerOwner }) => {
        let left = owners;
        const oneByOne: Turn[] = [];
        for (let n = 0; n < places; n += 1) {
          const [turn] = fairTurns(left, { places: 1, underWayPerOwner });
          if (!turn) break;
          oneByOne.push(turn);
          left = left.map((queue) =>
            queue.ownerId === turn.ownerId
              ? { ...queue, waiting: queue.waiting.slice(1), underWay: queue.underWay + 1, lastTurn: 100 + n }
              : queue,
          );
        }
        expect(oneByOne).to.deep.equal(fairTurns(owners, { places, underWayPerOwner }));
      }),
    );
  });
});
