import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  fairTurns,
  type OwnerQueue,
  type OwnerWeights,
  type Turn,
} from '../../../application/renders/fair-turns.js';
import type { OwnerId, RenderId } from '../../../domain/ids.js';

const queueOf = (name: string, waiting: number, more: Partial<OwnerQueue> = {}): OwnerQueue => ({
  ownerId: name as OwnerId,
  waiting: Array.from({ length: waiting }, (_, n) => `${name}${n}` as RenderId),
  underWay: 0,
  lastTurn: 0,
  ...more,
});
const rendersOf = (turns: ReadonlyArray<Turn>) => turns.map(({ renderId }) => renderId);
const latestOf = (owners: ReadonlyArray<OwnerQueue>) =>
  Math.max(0, ...owners.map(({ lastTurn }) => lastTurn));
const LIMITS = { slots: 6, underWayPerOwner: 4 };

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
/** Owners without an entry have weight 1. */
const weightings = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 1, max: 12 }))
  .map((weights): OwnerWeights => new Map(Object.entries(weights)));
const limits = fc.record({
  slots: fc.integer({ min: -2, max: 20 }),
  underWayPerOwner: fc.integer({ min: 1, max: 6 }),
});

describe('fair turns', () => {
  it('go round robin by owner, and oldest first within an owner', () => {
    const turns = fairTurns([queueOf('a', 100), queueOf('b', 2), queueOf('c', 1)], 0, LIMITS);
    expect(rendersOf(turns)).to.deep.equal(['a0', 'b0', 'c0', 'a1', 'b1', 'a2']);
  });

  it('start with the owner whose last turn was longest ago', () => {
    const owners = [queueOf('a', 9, { lastTurn: 7 }), queueOf('b', 9, { lastTurn: 3 }), queueOf('c', 9)];
    expect(rendersOf(fairTurns(owners, latestOf(owners), { ...LIMITS, slots: 4 }))).to.deep.equal([
      'c0',
      'b0',
      'a0',
      'b1',
    ]);
  });

  it('skip owners that have reached their limit', () => {
    const owners = [queueOf('a', 100, { underWay: 4 }), queueOf('b', 1, { lastTurn: 9 })];
    expect(rendersOf(fairTurns(owners, latestOf(owners), LIMITS))).to.deep.equal(['b0']);
  });

  it('exceed neither the limit of an owner nor the number of slots, and leave no usable slot empty', () => {
    fc.assert(
      fc.property(queues, limits, (owners, { slots, underWayPerOwner }) => {
        const turns = fairTurns(owners, latestOf(owners), { slots, underWayPerOwner });
        expect(new Set(rendersOf(turns)).size).to.equal(turns.length);
        const room = owners.map(({ waiting, underWay }) =>
          Math.min(waiting.length, Math.max(0, underWayPerOwner - underWay)),
        );
        expect(turns.length).to.equal(
          Math.min(
            Math.max(0, slots),
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

  it('give no owner of the same weight a third turn before every waiting owner has had one', () => {
    fc.assert(
      fc.property(queues, limits, (owners, { slots, underWayPerOwner }) => {
        const turns = fairTurns(owners, latestOf(owners), { slots, underWayPerOwner });
        for (const { ownerId, waiting, underWay } of owners) {
          const own = turns.filter((turn) => turn.ownerId === ownerId).length;
          const isWaiting = waiting.length > own && underWay + own < underWayPerOwner;
          for (const other of owners)
            if (isWaiting)
              expect(turns.filter((turn) => turn.ownerId === other.ownerId).length).to.be.at.most(own + 2);
        }
      }),
    );
  });

  it('are in proportion to weights, and spread evenly', () => {
    const owners = [queueOf('a', 100), queueOf('b', 100)];
    const weights = new Map([['a', 2]]);
    const turns = fairTurns(owners, 0, { slots: 6, underWayPerOwner: 100, weights });
    expect(turns.map(({ ownerId }) => ownerId).join('')).to.equal('abaaba');
  });

  it('deviate from the weights by at most one turn of each of two owners', () => {
    const all = { slots: fc.integer({ min: 0, max: 60 }), names: fc.constant(['a', 'b', 'c', 'd']) };
    fc.assert(
      fc.property(fc.record(all), weightings, fc.nat(50), ({ slots, names }, weights, latest) => {
        const owners = names.map((name) => queueOf(name, 60));
        const turns = fairTurns(owners, latest, { slots, underWayPerOwner: 100, weights });
        const share = (name: string) => {
          const weight = weights.get(name) ?? 1;
          return { turns: turns.filter(({ ownerId }) => ownerId === name).length / weight, one: 1 / weight };
        };
        for (const one of names.map(share))
          for (const other of names.map(share))
            expect(Math.abs(one.turns - other.turns)).to.be.at.most(one.one + other.one + 1e-9);
      }),
    );
  });

  it('go first to an owner that was idle, but only as many as its weight allows', () => {
    const busy = queueOf('a', 9, { lastTurn: 1000 });
    const idle = queueOf('b', 9, { lastTurn: 3 });
    const turns = fairTurns([busy, idle], 1000, { slots: 4, underWayPerOwner: 9 });
    expect(turns.map(({ ownerId }) => ownerId).join('')).to.equal('baba');
  });

  it('are the same if slots become free one by one', () => {
    fc.assert(
      fc.property(queues, limits, weightings, (owners, { slots, underWayPerOwner }, weights) => {
        let left = owners;
        let latest = latestOf(owners);
        const oneByOne: Turn[] = [];
        for (let n = 0; n < slots; n += 1) {
          const [turn] = fairTurns(left, latest, { slots: 1, underWayPerOwner, weights });
          if (!turn) break;
          oneByOne.push(turn);
          latest = Math.max(latest, turn.number);
          left = left.map((queue) =>
            queue.ownerId === turn.ownerId
              ? {
                  ...queue,
                  waiting: queue.waiting.slice(1),
                  underWay: queue.underWay + 1,
                  lastTurn: turn.number,
                }
              : queue,
          );
        }
        expect(oneByOne).to.deep.equal(
          fairTurns(owners, latestOf(owners), { slots, underWayPerOwner, weights }),
        );
      }),
    );
  });
});
