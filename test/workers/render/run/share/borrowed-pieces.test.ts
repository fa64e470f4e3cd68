import { expect } from 'chai';
import { mock } from 'node:test';
import type { HelperRequest, LenderReply } from '../../../../../application/ports/piece-exchange.js';
import { borrowedPieces } from '../../../../../workers/render/run/share/borrowed-pieces.js';
import { lentPieces } from '../../../../../workers/render/run/share/lent-pieces.js';
import { renderId } from '../../../../support/examples.js';

/** How often a helper asks whether its piece is still wanted, in ms. */
const BEAT_MS = 500;

describe('Borrowed pieces', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  /** Lets the time of one beat pass, and all that follows from it happen. */
  const beat = async (): Promise<void> => {
    mock.timers.tick(BEAT_MS);
    await new Promise((resolve) => setImmediate(resolve));
  };

  /** A piece of a lender that is there until `withdraw`, as after a cancellation. */
  const borrow = async (stop: AbortSignal) => {
    const queue = lentPieces(
      Array.from({ length: 6 }, (_, index) => ({ index, key: `key-${index}` })),
      {
        atOnce: 1,
        sources: [],
        now: () => performance.now(),
        onMade: () => undefined,
        onFrames: () => undefined,
        onChange: () => undefined,
      },
    );
    let isThere = true;
    const asked: HelperRequest[] = [];
    const ask = async (request: HelperRequest): Promise<LenderReply> => {
      asked.push(request);
      return isThere ? queue.answer(request) : { _tag: 'Over' };
    };
    const offer = { renderId, identity: 'renderer', ask };
    const borrowed = borrowedPieces(offer, stop);
    const piece = await borrowed.take(true);
    if (!piece) throw new Error('nothing was lent');
    return { piece, asked, close: borrowed.close, withdraw: () => (isThere = false) };
  };

  it('are abandoned at the next report after their render is over, at most half a second later', async () => {
    const { piece, asked, close, withdraw } = await borrow(new AbortController().signal);
    piece.onFrames(12);
    await beat();
    expect(asked.at(-1)).to.deep.include({ _tag: 'Working', frames: 12 });
    expect(piece.signal.aborted).to.equal(false);
    withdraw();
    await beat();
    expect(piece.signal.aborted).to.equal(true);
    await close();
  });

  it('are abandoned and returned at once when the helper stops', async () => {
    const stop = new AbortController();
    const { piece, asked, close } = await borrow(stop.signal);
    stop.abort();
    expect(piece.signal.aborted).to.equal(true);
    await close();
    expect(asked.at(-1)?._tag).to.equal('GiveBack');
  });
});
