import { EventEmitter, once } from 'node:events';
import type { PieceExchange, PieceOffer, LentSource } from '../../../../application/ports/piece-exchange.js';
import type { PieceCache } from '../../ports/piece-cache.js';
import { inParallel } from '../tasks/in-parallel.js';
import { isWorthSharing, lentPieces } from './lent-pieces.js';

/** How often loans are checked, in ms. */
const CHECK_INTERVAL = 1000;

const PARALLEL_LOOKUPS = 8;

/** Where workers share pieces. */
export interface PieceSharing {
  readonly exchange: PieceExchange;
  /** Where helpers put what they make: every worker can read it. */
  readonly pieces: PieceCache;
}

/** How one render shares its pieces. */
export interface SharedRender extends PieceSharing {
  readonly offer: PieceOffer;
  readonly sources: ReadonlyArray<LentSource>;
}

/** A piece that is to be made. */
export interface MissingPiece {
  readonly index: number;
  readonly key: string | undefined;
  /** Where it is to be. */
  readonly output: string;
}

export interface PieceWork {
  /** Encodes a piece. */
  readonly encode: (piece: MissingPiece, signal: AbortSignal) => Promise<void>;
  /** Called when another worker has made a piece, and it is in its place. */
  readonly onTaken: (piece: MissingPiece) => void;
  readonly onFrames: (index: number, frames: number) => void;
}

/** Encodes pieces, at most `atOnce` concurrently; idle workers may encode some of them, if there are enough. */
export const makePieces = async (
  missing: ReadonlyArray<MissingPiece>,
  atOnce: number,
  shared: SharedRender | undefined,
  work: PieceWork,
  signal: AbortSignal,
): Promise<void> => {
  const isShared = shared && isWorthSharing(missing.length, atOnce) && missing.some(({ key }) => key);
  if (isShared) return sharePieces(missing, atOnce, shared, work, signal);
  const lanes = lanesOf(missing, atOnce);
  await inParallel(lanes, atOnce, signal, async (lane, signal) => {
    for (let piece = nextIn(lane, lanes); piece; piece = nextIn(lane, lanes))
      await work.encode(piece, signal);
  });
};

/** Pieces in parts of about the same number, which are encoded concurrently: in each, a decoder goes on to the next piece. */
const lanesOf = (missing: ReadonlyArray<MissingPiece>, atOnce: number): ReadonlyArray<MissingPiece[]> => {
  const count = Math.min(atOnce, missing.length);
  const startOf = (lane: number): number => Math.round((lane * missing.length) / count);
  return Array.from({ length: count }, (_, lane) => missing.slice(startOf(lane), startOf(lane + 1)));
};

/** Removes the next piece of a lane; where it has none left, it takes over the last half of the longest other one. */
const nextIn = (lane: MissingPiece[], lanes: ReadonlyArray<MissingPiece[]>): MissingPiece | undefined => {
  if (lane.length === 0) {
    const longest = lanes.reduce((most, one) => (one.length > most.length ? one : most), lane);
    lane.push(...longest.splice(Math.floor(longest.length / 2)));
  }
  return lane.shift();
};

const sharePieces = async (
  missing: ReadonlyArray<MissingPiece>,
  atOnce: number,
  { exchange, pieces, offer, sources }: SharedRender,
  { encode, onTaken, onFrames }: PieceWork,
  signal: AbortSignal,
): Promise<void> => {
  /** Takes a piece from the storage; any trouble means that it is not there. */
  const take = async (piece: MissingPiece, sha256: string | undefined): Promise<boolean> => {
    try {
      const kept = sha256 === undefined ? await pieces.find(piece.key ?? '') : { sha256 };
      if (!kept || (await pieces.take(kept, piece.output)) === undefined) return false;
      onTaken(piece);
      return true;
    } catch {
      return false;
    }
  };
  // What helpers made for an attempt whose worker was lost.
  const left = await inParallel(missing, PARALLEL_LOOKUPS, signal, async (piece) =>
    piece.key !== undefined && (await take(piece, undefined)) ? [] : [piece],
  );
  const byIndex = new Map(left.flat().map((piece) => [piece.index, piece]));

  const changes = new EventEmitter();
  const arrivals = new Set<Promise<void>>();
  const queue = lentPieces(left.flat(), {
    atOnce,
    sources,
    now: () => performance.now(),
    onFrames,
    onChange: () => changes.emit('changed'),
    onMade: (index, sha256) => {
      const piece = byIndex.get(index);
      const arrival = (async () => queue.arrived(index, piece ? await take(piece, sha256) : false))();
      arrivals.add(arrival);
    },
  });
  const timer = setInterval(queue.takeBack, CHECK_INTERVAL);
  const withdraw = exchange.offer(offer, queue);
  try {
    const encoders = Array.from({ length: atOnce }, (_, index) => index);
    await inParallel(encoders, atOnce, signal, async (_, signal) => {
      while (!queue.isOver()) {
        const piece = byIndex.get(queue.next() ?? -1);
        if (piece) await encode(piece, signal);
        else if (!queue.isOver()) await once(changes, 'changed', { signal });
      }
    });
  } finally {
    withdraw();
    clearInterval(timer);
    if (!signal.aborted) await Promise.all(arrivals);
  }
};
