import { expect } from 'chai';
import * as fc from 'fast-check';
import type { LenderReply } from '../../../../../application/ports/piece-exchange.js';
import { lentPieces } from '../../../../../workers/render/run/share/lent-pieces.js';

/** As many pieces, each with a key, and a clock that is set by hand. */
const lending = (count: number, atOnce = 1) => {
  const clock = { ms: 0 };
  const made: Array<readonly [number, string]> = [];
  const queue = lentPieces(
    Array.from({ length: count }, (_, index) => ({ index, key: `key-${index}` })),
    {
      atOnce,
      sources: [{ urlHash: 'u', sha256: 's', bytes: 1 }],
      now: () => clock.ms,
      onMade: (index, sha256) => made.push([index, sha256]),
      onFrames: () => undefined,
      onChange: () => undefined,
    },
  );
  return { queue, clock, made };
};
const lentPiece = (reply: LenderReply): number => (reply._tag === 'Lent' ? reply.piece : -1);
const first = { _tag: 'Take', isFirst: true } as const;
const next = { _tag: 'Take', isFirst: false } as const;

describe('Lent pieces', () => {
  it('go to helpers and to the lender in the order of the render, each once', () => {
    const { queue } = lending(4);
    const order = [queue.next(), lentPiece(queue.answer(first)), queue.next(), lentPiece(queue.answer(next))];
    expect(order).to.deep.equal([0, 1, 2, 3]);
    expect([queue.next(), queue.answer(next)]).to.deep.equal([undefined, { _tag: 'Over' }]);
  });

  it('are not lent to an unprepared helper if the lender will be done soon', () => {
    const { queue } = lending(6, 2);
    expect([queue.hasPieces(), queue.answer(first)._tag]).to.deep.equal([true, 'Lent']);
    queue.next();
    expect([queue.hasPieces(), queue.answer(first)._tag]).to.deep.equal([false, 'Over']);
    expect(queue.answer(next)._tag, 'to one that is prepared').to.equal('Lent');
  });

  it('are sent with the sources only once', () => {
    const { queue } = lending(5);
    expect(queue.answer(first)).to.have.property('sources').with.length(1);
    expect(queue.answer(next)).to.have.property('sources').with.length(0);
  });

  it('go back to the lender, and only to it, when a helper gives them back, is silent or slow', () => {
    for (const lose of ['GiveBack', 'silent', 'slow'] as const) {
      const { queue, clock } = lending(4);
      const piece = lentPiece(queue.answer(first));
      if (lose === 'GiveBack') queue.answer({ _tag: 'GiveBack', piece });
      if (lose === 'silent') clock.ms = 10_000;
      if (lose === 'slow')
        for (; clock.ms <= 130_000; clock.ms += 1000) queue.answer({ _tag: 'Working', piece, frames: 1 });
      queue.takeBack();
      expect(queue.answer({ _tag: 'Made', piece, sha256: 'late' }), lose).to.deep.equal({ _tag: 'Over' });
      expect(queue.next(), lose).to.equal(piece);
    }
  });

  it('stay with a helper that reports progress', () => {
    const { queue, clock } = lending(4);
    const piece = lentPiece(queue.answer(first));
    for (; clock.ms < 60_000; clock.ms += 1000) {
      queue.answer({ _tag: 'Working', piece, frames: 1 });
      queue.takeBack();
    }
    expect(queue.answer({ _tag: 'Made', piece, sha256: 'hash' })).to.deep.equal({ _tag: 'Noted' });
  });

  it('are no longer lent after three helpers were lost', () => {
    const { queue, clock } = lending(20);
    for (let lost = 0; lost < 3; lost += 1) {
      expect(queue.answer(first)._tag).to.equal('Lent');
      clock.ms += 10_000;
      queue.takeBack();
    }
    expect([queue.hasPieces(), queue.answer(first)._tag]).to.deep.equal([false, 'Over']);
  });

  it('are all made at least once, whatever helpers do', () => {
    const step = fc.oneof(
      fc.constantFrom('take', 'own', 'made', 'lost content', 'give back', 'time' as const),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 60 }), (count, steps) => {
        const { queue, clock, made } = lending(count);
        const done = new Set<number>();
        const held: number[] = [];
        const own = () => {
          const index = queue.next();
          if (index !== undefined) done.add(index);
          return index;
        };
        for (const what of steps) {
          if (what === 'take') {
            const reply = queue.answer(next);
            if (reply._tag === 'Lent') held.push(reply.piece);
          } else if (what === 'own') own();
          else if (what === 'time') {
            clock.ms += 5000;
            queue.takeBack();
          } else {
            const piece = held.shift();
            if (piece === undefined) continue;
            if (what === 'give back') queue.answer({ _tag: 'GiveBack', piece });
            else queue.answer({ _tag: 'Made', piece, sha256: what });
          }
          for (const [index, sha256] of made.splice(0)) {
            queue.arrived(index, sha256 === 'made');
            if (sha256 === 'made') done.add(index);
          }
        }
        // The helpers are gone: the lender ends alone.
        clock.ms += 200_000;
        queue.takeBack();
        while (own() !== undefined);
        expect(queue.isOver()).to.equal(true);
        expect(done.size).to.equal(count);
      }),
    );
  });
});
