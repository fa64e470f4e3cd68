import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type {
  HeardOffer,
  HelperRequest,
  LenderReply,
  PieceExchange,
} from '../../../application/ports/piece-exchange.js';
import type { RenderId } from '../../../domain/ids.js';
import { eventually } from '../../support/eventually.js';

/** Two workers that can reach each other. */
export interface PieceExchangeUnderTest {
  readonly lender: PieceExchange;
  readonly helper: PieceExchange;
  readonly close: () => Promise<void>;
}

const HASH = 'a'.repeat(64);

/** What workers expect of the exchange through which they share pieces. */
export const pieceExchangeContract = (name: string, open: () => Promise<PieceExchangeUnderTest>): void => {
  describe(`piece exchange: ${name}`, function () {
    this.timeout(60_000);
    let tested: PieceExchangeUnderTest;
    before(async () => {
      tested = await open();
    });
    after(() => tested.close());

    const newOffer = () => ({ renderId: randomUUID() as RenderId, identity: 'this renderer' });
    /** The offers of a render that the helper hears. */
    const listen = (renderId: RenderId) => {
      const heard: HeardOffer[] = [];
      const end = tested.helper.listen((offer) => {
        if (offer.renderId === renderId) heard.push(offer);
      });
      return { heard, end };
    };
    const first = (heard: ReadonlyArray<HeardOffer>) =>
      eventually(() => {
        const [offer] = heard;
        if (!offer) throw new Error('no offer was heard');
        return offer;
      });

    it('carries every request to the lender, and its reply back', async () => {
      const offer = newOffer();
      const { heard, end } = listen(offer.renderId);
      const sources = [{ urlHash: HASH, sha256: 'b'.repeat(64), bytes: 7 }];
      const replies: ReadonlyArray<readonly [HelperRequest, LenderReply]> = [
        [
          { _tag: 'Take', isFirst: true },
          { _tag: 'Lent', piece: 3, key: HASH, sources },
        ],
        [{ _tag: 'Working', piece: 3, frames: 12 }, { _tag: 'Noted' }],
        [{ _tag: 'Made', piece: 3, sha256: HASH }, { _tag: 'Noted' }],
        [{ _tag: 'GiveBack', piece: 3 }, { _tag: 'Over' }],
      ];
      const requests: HelperRequest[] = [];
      const withdraw = tested.lender.offer(offer, {
        hasPieces: () => true,
        answer: (request) => {
          requests.push(request);
          return replies[requests.length - 1]?.[1] ?? { _tag: 'Over' };
        },
      });
      const { ask, ...said } = await first(heard);
      expect(said).to.deep.equal(offer);
      for (const [request, reply] of replies) expect(await ask(request)).to.deep.equal(reply);
      expect(requests).to.deep.equal(replies.map(([request]) => request));
      withdraw();
      end();
    });

    it('repeats an offer while there are pieces, for workers that subscribe later', async () => {
      const offer = newOffer();
      let hasPieces = false;
      const withdraw = tested.lender.offer(offer, {
        hasPieces: () => hasPieces,
        answer: () => ({ _tag: 'Over' }),
      });
      const { heard, end } = listen(offer.renderId);
      hasPieces = true;
      await first(heard);
      withdraw();
      end();
    });

    it('replies that the render is over once the offer is withdrawn', async () => {
      const offer = newOffer();
      const { heard, end } = listen(offer.renderId);
      const withdraw = tested.lender.offer(offer, {
        hasPieces: () => true,
        answer: () => ({ _tag: 'Noted' }),
      });
      const { ask } = await first(heard);
      withdraw();
      await eventually(async () =>
        expect(await ask({ _tag: 'Working', piece: 0, frames: 0 })).to.deep.equal({ _tag: 'Over' }),
      );
      end();
    });
  });
};
