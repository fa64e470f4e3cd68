import { dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import type { Artwork, Painting, StillPainter } from '../../../application/ports/still-painter.js';
import type { RenderFailure } from '../../../domain/render/events.js';
import { picturePool } from './picture-pool.js';
import { DescribeAnswer, PaintAnswer, type PictureOrder } from './picture-task.js';

/** Size and pages of an image. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  /** ms; one entry for a still */
  readonly pageDurations: ReadonlyArray<number>;
  readonly plays: number;
}

export interface ConfinedPictures {
  readonly describe: (path: string, signal: AbortSignal) => TaskEither<RenderFailure, ImageFacts>;
  readonly painter: StillPainter;
  /** Ends the processes that wait for a render. */
  readonly close: () => void;
}

/** How much processor time an image, a text, and each page of an animation or state of captions may take, in ms. */
const IMAGE_MS = 20_000;
const TEXT_MS = 60_000;
const PAGE_MS = 2000;

const timeFor = (artwork: Artwork): number => {
  const pages = 'pages' in artwork ? artwork.pages.length : 0;
  return (artwork._tag === 'Image' ? IMAGE_MS : TEXT_MS) + pages * PAGE_MS;
};

/**
 * Decodes and draws in processes that are shut in, none of which ever works for two renders: what a file does to its
 * decoder it does to its own render alone. A render is known by its folder.
 * @param own paints what no stranger had a hand in, in this process
 * @param spares how many processes wait, started, for the next render
 */
export const confinedPictures = (own: StillPainter, spares = 0): ConfinedPictures => {
  const pool = picturePool(spares);

  const perform = async <C extends t.Mixed>(
    order: PictureOrder,
    folder: string,
    signal: AbortSignal,
    answer: C,
  ): Promise<t.TypeOf<C> | undefined> => {
    const worker = pool.take(folder);
    const decoded = answer.decode(await worker.perform(order, signal).catch(() => undefined));
    if (E.isRight(decoded)) pool.giveBack(folder, worker);
    else worker.kill();
    return E.isRight(decoded) ? decoded.right : undefined;
  };

  return {
    close: pool.close,
    describe: (path, signal) => async () => {
      const order = { task: { _tag: 'Describe', path }, cpuMs: IMAGE_MS } as const;
      const answer = await perform(order, dirname(path), signal, DescribeAnswer);
      if (!answer) return E.left(beyondBounds('image'));
      return 'value' in answer ? E.right(answer.value) : E.left(answer.failure);
    },
    painter: {
      paint: (artwork, canvas, target) => {
        if (artwork._tag === 'Background' || artwork._tag === 'Mask')
          return own.paint(artwork, canvas, target);
        return async () => {
          const { folder, name, signal } = target;
          const task = { _tag: 'Paint', artwork, canvas, folder, name } as const;
          const order = { task, cpuMs: timeFor(artwork) };
          const answer = await perform(order, folder, signal, PaintAnswer);
          if (!answer) return E.left(beyondBounds(artwork._tag === 'Image' ? 'image' : 'text'));
          if ('failure' in answer) return E.left(answer.failure);
          if (answer.value && !areOwnFiles(answer.value, join(folder, name)))
            return E.left(beyondBounds('image'));
          return E.right(answer.value ?? undefined);
        };
      },
    },
  };
};

const beyondBounds = (what: 'image' | 'text'): RenderFailure => ({
  stage: what === 'image' ? 'decode' : 'compose',
  message: `the ${what} needs more time or memory than one may use`,
  retryable: false,
});

/** Whether a painting is in the files it was to be in: a process that was taken over could name any other. */
const areOwnFiles = ({ files }: Painting, stem: string): boolean =>
  files.every((file, page) => file === `${stem}-${page}.yuv`);
