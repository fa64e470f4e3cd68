import type { RenderId } from '../../domain/ids.js';

/** Pieces of a render that other workers may encode. */
export interface PieceOffer {
  readonly renderId: RenderId;
  /** Identifies the renderer: only the same renderer makes the same bytes. */
  readonly identity: string;
}

/** A source as the lender has it. */
export interface LentSource {
  /** The SHA-256 of its URL. */
  readonly urlHash: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The messages of a helper to the lender. Pieces have the same numbers as in the render. */
export type HelperRequest =
  /** A piece is asked for; `isFirst`: by a helper that would have to prepare the render. */
  | { readonly _tag: 'Take'; readonly isFirst: boolean }
  /** The piece is being encoded; the number of its frames that are done. */
  | { readonly _tag: 'Working'; readonly piece: number; readonly frames: number }
  /** The piece is in the object storage, with this content. */
  | { readonly _tag: 'Made'; readonly piece: number; readonly sha256: string }
  /** The helper does not make the piece. */
  | { readonly _tag: 'GiveBack'; readonly piece: number };

export type LenderReply =
  /** A piece, by the key under which it is kept. `sources` are given with the first one. */
  | {
      readonly _tag: 'Lent';
      readonly piece: number;
      readonly key: string;
      readonly sources: ReadonlyArray<LentSource>;
    }
  | { readonly _tag: 'Noted' }
  /** There is no piece to lend, the helper no longer has the one it named, or the lender is gone. */
  | { readonly _tag: 'Over' };

/** The pieces that a worker lends. */
export interface Lender {
  readonly answer: (request: HelperRequest) => LenderReply;
  /** Whether a further helper would get a piece. */
  readonly hasPieces: () => boolean;
}

/** An offer as another worker hears it. */
export interface HeardOffer extends PieceOffer {
  /** Undefined: the lender does not answer in time. */
  readonly ask: (request: HelperRequest) => Promise<LenderReply | undefined>;
}

/** Where workers lend each other pieces of renders. Messages may be lost: each side then goes on without the other. */
export interface PieceExchange {
  /** Offers pieces again and again while there are any. @returns withdraws the offer: no request is answered any more */
  readonly offer: (offer: PieceOffer, lender: Lender) => () => void;
  /** Listens to the offers of all workers. @returns ends listening */
  readonly listen: (onOffer: (offer: HeardOffer) => void) => () => void;
}
