import * as E from 'fp-ts/lib/Either.js';
import type { HeardOffer, PieceExchange } from '../../../../application/ports/piece-exchange.js';
import type { RenderOutcomes } from '../../../../application/ports/render-outcomes.js';
import type { RenderId } from '../../../../domain/ids.js';
import type { Render } from '../../../../domain/render/state.js';
import type { PieceCache } from '../../ports/piece-cache.js';
import { sha256OfFile } from '../../../files/file-hash.js';
import { inParallel } from '../tasks/in-parallel.js';
import type { RenderPlaces } from '../loop/render-places.js';
import type { RenderSettings } from '../render-settings.js';
import { createWorkFolder, type WorkFolder } from '../tasks/work-folder.js';
import { type BorrowedPiece, borrowedPieces } from './borrowed-pieces.js';
import { type Help, type HelpNeeds, prepareHelp } from './prepare-help.js';

/** What a worker uses to help others. */
export interface HelpServices {
  readonly exchange: PieceExchange;
  /** Where the pieces go that it makes. */
  readonly pieces: PieceCache;
  readonly outcomes: Pick<RenderOutcomes, 'current'>;
  readonly needs: HelpNeeds;
  readonly settings: RenderSettings;
  /** The renderer of this worker: see `PieceOffer`. */
  readonly identity: string;
  /** Called with the number of pieces that were made for a render of another worker. */
  readonly onHelped: (pieces: number) => void;
  /** Called when a render was helped or could not be; `detail` is for the log. */
  readonly notice: (what: 'helped' | 'not helped', renderId: RenderId, detail: unknown) => void;
}

/** How many renders are remembered that this worker could not help. */
const MOST_REFUSED = 1000;

/** Makes a borrowed piece, and puts it where its lender finds it. @returns whether the lender took it */
const makeBorrowed = async (
  { key, signal, onFrames, hasMade }: BorrowedPiece,
  help: Help,
  pieces: PieceCache,
): Promise<boolean> => {
  const path = await help.make(key, onFrames, signal);
  if (path === undefined) throw new Error('this worker plans the render in another way');
  const sha256 = await sha256OfFile(path);
  await pieces.keep(key, { sha256 }, path);
  return hasMade(sha256);
};

/** The result of encoding a piece; undefined if the lender no longer needs it. */
const unlessOver = async <A>({ signal }: BorrowedPiece, work: Promise<A>): Promise<A | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
};

/** The render as it is recorded. */
const recordedRender = async (
  { outcomes }: Pick<HelpServices, 'outcomes'>,
  renderId: RenderId,
): Promise<Render> => {
  const current = await outcomes.current(renderId)();
  if (E.isRight(current) && current.right._tag === 'Render') return current.right;
  throw new Error('the render cannot be read');
};

/**
 * Makes pieces of a render of another worker while it lends some. Once this worker needs its slot (`wanted`), it ends
 * the pieces in work, and prepares nothing any more.
 * @returns how many were made
 */
const helpRender = async (
  offer: HeardOffer,
  services: HelpServices,
  wanted: AbortSignal,
  signal: AbortSignal,
): Promise<number> => {
  const { needs, settings, pieces } = services;
  const borrowed = borrowedPieces(offer, signal);
  let folder: WorkFolder | undefined;
  let made = 0;
  try {
    const first = await borrowed.take(true);
    if (!first) return 0;
    folder = await createWorkFolder(settings.workRoot);
    const render = await recordedRender(services, offer.renderId);
    const needed = AbortSignal.any([first.signal, wanted]);
    const help = await prepareHelp(render, first.sources, needs, settings, folder, needed);
    const encoders = Array.from({ length: await help.atOnce(first.key) }, (_, index) => index);
    await inParallel(encoders, encoders.length, signal, async (index) => {
      let piece = index === 0 ? first : undefined;
      for (;;) {
        piece ??= wanted.aborted ? undefined : await borrowed.take(false);
        if (!piece) return;
        if (await unlessOver(piece, makeBorrowed(piece, help, pieces))) made += 1;
        piece = undefined;
      }
    });
    await help.settled();
    return made;
  } finally {
    await borrowed.close();
    await folder?.dispose();
  }
};

/**
 * Helps other workers while a slot of this one is free, and gives the slot up after the pieces in work when a render
 * waits for it. Trouble never reaches the lender: it encodes itself what nobody makes. When the signal aborts, what is
 * in work is given back.
 * @returns waits for that
 */
export const helpOthers = (
  services: HelpServices,
  places: RenderPlaces,
  signal: AbortSignal,
): (() => Promise<void>) => {
  const { exchange, identity, onHelped, notice } = services;
  const refused = new Set<RenderId>();
  let helping: Promise<void> | undefined;

  const help = async (offer: HeardOffer, wanted: AbortSignal): Promise<void> => {
    const { renderId } = offer;
    try {
      const made = await helpRender(offer, services, wanted, signal);
      if (made === 0) return;
      onHelped(made);
      notice('helped', renderId, { pieces: made });
    } catch (error) {
      if (signal.aborted || wanted.aborted) return;
      if (refused.size >= MOST_REFUSED) refused.clear();
      refused.add(renderId);
      notice('not helped', renderId, error);
    }
  };
  const stopListening = exchange.listen((offer) => {
    if (helping || signal.aborted || offer.identity !== identity || refused.has(offer.renderId)) return;
    helping = places.whileIdle((wanted) => help(offer, wanted))?.finally(() => (helping = undefined));
  });
  signal.addEventListener('abort', stopListening, { once: true });
  return async () => helping;
};
