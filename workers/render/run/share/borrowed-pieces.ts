import type { HeardOffer, LentSource } from '../../../../application/ports/piece-exchange.js';
import { LONGEST_SILENCE } from './lent-pieces.js';

/** How often a helper reports that it works on a piece, in ms. */
const BEAT_INTERVAL = 500;

/** A piece that another worker lent. */
export interface BorrowedPiece {
  readonly key: string;
  /** The sources of the render, with the first piece. */
  readonly sources: ReadonlyArray<LentSource>;
  /** Aborts when the lender no longer needs the piece, or is silent. */
  readonly signal: AbortSignal;
  readonly onFrames: (frames: number) => void;
  /** Tells the lender that the piece is in the storage. @returns whether it wanted it */
  readonly hasMade: (sha256: string) => Promise<boolean>;
}

interface Loan {
  readonly over: AbortController;
  frames: number;
  lastAnswer: number;
}

/** The pieces of one offer that a helper borrows. `signal` ends their loans. */
export const borrowedPieces = ({ ask }: HeardOffer, signal: AbortSignal) => {
  const loans = new Map<number, Loan>();
  const beat = async (piece: number, loan: Loan): Promise<void> => {
    const reply = await ask({ _tag: 'Working', piece, frames: loan.frames });
    if (reply?._tag === 'Noted') loan.lastAnswer = performance.now();
    const isSilent = performance.now() - loan.lastAnswer > LONGEST_SILENCE;
    if (reply?._tag === 'Over' || isSilent) loan.over.abort();
  };
  const timer = setInterval(() => {
    for (const [piece, loan] of loans) void beat(piece, loan);
  }, BEAT_INTERVAL);

  return {
    /** The next piece, or undefined if the lender has none. @param isFirst whether the render must be prepared for it */
    take: async (isFirst: boolean): Promise<BorrowedPiece | undefined> => {
      const reply = await ask({ _tag: 'Take', isFirst });
      if (reply?._tag !== 'Lent') return undefined;
      const { piece, key, sources } = reply;
      const loan: Loan = { over: new AbortController(), frames: 0, lastAnswer: performance.now() };
      loans.set(piece, loan);
      return {
        key,
        sources,
        signal: AbortSignal.any([signal, loan.over.signal]),
        onFrames: (frames) => (loan.frames = frames),
        hasMade: async (sha256) => {
          loans.delete(piece);
          return (await ask({ _tag: 'Made', piece, sha256 }))?._tag === 'Noted';
        },
      };
    },
    /** Gives back what was not made. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      await Promise.all([...loans.keys()].map((piece) => ask({ _tag: 'GiveBack', piece })));
    },
  };
};
