import type { HelperRequest, LenderReply, LentSource } from '../../../../application/ports/piece-exchange.js';

/** A helper or a lender that has been silent for so long, in ms, counts as lost. */
export const LONGEST_SILENCE = 8000;

/** How long a helper may have one piece, in ms. After that, the lender encodes it as well. */
const LONGEST_LOAN = 120_000;

/** After how many lost helpers no more is lent: the project may be the cause. */
const MOST_LOST = 3;

/** How many rounds of its own a lender must have left before a helper that has to prepare the render gets a piece. */
const ROUNDS_LEFT = 2;

/** Whether so many pieces are worth the preparation of another worker, if the lender encodes `atOnce`. */
export const isWorthSharing = (pieces: number, atOnce: number): boolean => pieces > ROUNDS_LEFT * atOnce;

/** A piece that can be lent: the same key is the same bytes. */
export interface LendablePiece {
  readonly index: number;
  readonly key: string | undefined;
}

interface Loan {
  readonly since: number;
  lastHeard: number;
}

export interface LendingOptions {
  /** How many pieces the lender encodes concurrently. */
  readonly atOnce: number;
  readonly sources: ReadonlyArray<LentSource>;
  /** Called when a helper has made a piece: what it stored is to be taken. */
  readonly onMade: (index: number, sha256: string) => void;
  readonly onFrames: (index: number, frames: number) => void;
  /** Called when a piece may be free or done. */
  readonly onChange: () => void;
  /** A clock in ms. */
  readonly now: () => number;
}

/**
 * Which worker has which piece of a render. Each piece is lent once at most: if it comes back, the lender encodes it, so
 * that a piece on which helpers fail is left to the worker that can report the reason.
 */
export const lentPieces = (
  pieces: ReadonlyArray<LendablePiece>,
  { atOnce, sources, onMade, onFrames, onChange, now }: LendingOptions,
) => {
  /** In the order of the render. */
  const untaken = new Map(pieces.map((piece) => [piece.index, piece]));
  /** Pieces that the lender alone encodes, as they came back. */
  const returned: number[] = [];
  const loans = new Map<number, Loan>();
  /** Pieces that are being taken from the storage. */
  const arriving = new Set<number>();
  let lost = 0;

  const endLoan = (index: number): void => {
    loans.delete(index);
    returned.push(index);
    onChange();
  };
  const lendable = () =>
    lost < MOST_LOST ? [...untaken.values()].find(({ key }) => key !== undefined) : undefined;
  const lend = (isFirst: boolean): LenderReply => {
    const piece = isFirst && !isWorthSharing(untaken.size, atOnce) ? undefined : lendable();
    if (piece?.key === undefined) return { _tag: 'Over' };
    untaken.delete(piece.index);
    loans.set(piece.index, { since: now(), lastHeard: now() });
    return { _tag: 'Lent', piece: piece.index, key: piece.key, sources: isFirst ? sources : [] };
  };

  return {
    answer: (request: HelperRequest): LenderReply => {
      if (request._tag === 'Take') return lend(request.isFirst);
      const { piece: index } = request;
      const loan = loans.get(index);
      if (!loan) return { _tag: 'Over' };
      switch (request._tag) {
        case 'Working':
          loan.lastHeard = now();
          onFrames(index, request.frames);
          break;
        case 'Made':
          loans.delete(index);
          arriving.add(index);
          onMade(index, request.sha256);
          break;
        case 'GiveBack':
          endLoan(index);
      }
      return { _tag: 'Noted' };
    },
    /** Whether a further helper would get a piece. */
    hasPieces: (): boolean => isWorthSharing(untaken.size, atOnce) && lendable() !== undefined,
    /** A piece for the lender itself; undefined if others have the rest. */
    next: (): number | undefined => {
      const back = returned.shift();
      if (back !== undefined) return back;
      const [first] = untaken.keys();
      if (first !== undefined) untaken.delete(first);
      return first;
    },
    /** A piece that a helper made has been taken, or could not be. */
    arrived: (index: number, isTaken: boolean): void => {
      arriving.delete(index);
      if (!isTaken) returned.push(index);
      onChange();
    },
    /** Takes back what silent or slow helpers have. */
    takeBack: (): void => {
      for (const [index, { since, lastHeard }] of loans) {
        const isSilent = now() - lastHeard > LONGEST_SILENCE;
        if (isSilent) lost += 1;
        if (isSilent || now() - since > LONGEST_LOAN) endLoan(index);
      }
    },
    /** Whether every piece is done or with the lender. */
    isOver: (): boolean =>
      untaken.size === 0 && returned.length === 0 && loans.size === 0 && arriving.size === 0,
  };
};
