import { dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import type {
  Artwork,
  LocalFont,
  Painting,
  StillPainter,
} from '../../../workers/render/ports/still-painter.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import { takeOver } from '../../machine/sandbox/file-exchange.js';
import type { PictureFolder } from './picture-folder.js';
import { picturePool } from './picture-pool.js';
import {
  DescribeAnswer,
  MeasureAnswer,
  OpenFontsAnswer,
  PaintAnswer,
  type PictureTask,
} from './picture-task.js';

/** Size and pages of an image. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  /** ms; one entry for a still */
  readonly pageDurations: ReadonlyArray<number>;
  readonly plays: number;
  /** Whether the file has no alpha. */
  readonly opaque: boolean;
}

export interface SandboxedPictures {
  readonly describe: (path: string, signal: AbortSignal) => TaskEither<FailureCause, ImageFacts>;
  readonly painter: StillPainter;
  /** Ends the processes; resolves when they are gone. */
  readonly close: () => Promise<void>;
}

/** How much processor time an image, a text, and each page of an animation or state of captions may take, in ms. */
const IMAGE_MS = 20_000;
const TEXT_MS = 60_000;
const PAGE_MS = 2000;

const isOfImage = (artwork: Artwork): boolean =>
  artwork._tag === 'Image' || (artwork._tag === 'Raster' && artwork.source._tag === 'Image');

const timeFor = (artwork: Artwork): number => {
  const pages = 'pages' in artwork ? artwork.pages.length : 'texts' in artwork ? artwork.texts.length - 1 : 0;
  return (artwork._tag === 'Image' ? IMAGE_MS : TEXT_MS) + pages * PAGE_MS;
};

/**
 * Decodes and draws in sandboxed processes, none of which ever works for two renders: what a file does to its
 * decoder it does to its own render alone. A render is known by its folder.
 * @param own paints what holds nothing that clients sent, in this process
 * @param root where the processes get folders of their own: best on the file system of the renders
 * @param spares how many processes wait, started, for the next render
 */
export const sandboxedPictures = (own: StillPainter, root: string, spares = 0): SandboxedPictures => {
  const pool = picturePool(root, spares);

  /**
   * Has a process of the render do something and looks at its answer, which is not to be trusted; undefined where it
   * gives none that can be.
   * @param use makes of an answer what this process can rely on; throws or gives undefined when it can't
   */
  const perform = async <C extends t.Mixed, A>(
    render: string,
    signal: AbortSignal,
    answer: C,
    cpuMs: number,
    orderOf: (folder: PictureFolder) => Promise<PictureTask>,
    use: (answer: t.TypeOf<C>, folder: PictureFolder) => A | undefined,
  ): Promise<A | undefined> => {
    const worker = pool.take(render);
    const task = await orderOf(worker.folder);
    const decoded = answer.decode(await worker.perform({ task, cpuMs }, signal).catch(() => undefined));
    const used = E.isRight(decoded) ? use(decoded.right, worker.folder) : undefined;
    if (used === undefined) worker.kill();
    else pool.giveBack(render, worker);
    return used;
  };

  const giveFonts = (
    fonts: ReadonlyArray<LocalFont>,
    { give }: PictureFolder,
  ): Promise<ReadonlyArray<LocalFont>> =>
    Promise.all(fonts.map(async (font) => ({ ...font, path: await give(font.path) })));

  const painterWith = (fonts: ReadonlyArray<LocalFont>): StillPainter => ({
    measure:
      (lines, width, { folder, signal }) =>
      async () => {
        const task = async (own: PictureFolder): Promise<PictureTask> => ({
          _tag: 'Measure',
          lines,
          width,
          fonts: await giveFonts(fonts, own),
        });
        const answer = await perform(folder, signal, MeasureAnswer, TEXT_MS, task, (said) => said);
        if (!answer) return E.left(beyondBounds('text'));
        return 'value' in answer ? E.right(answer.value) : E.left(answer.failure);
      },
    openFonts:
      (more, families, { folder, signal }) =>
      async () => {
        const all = [...fonts, ...more];
        const task = async (own: PictureFolder): Promise<PictureTask> => ({
          _tag: 'OpenFonts',
          fonts: await giveFonts(all, own),
          families,
        });
        const answer = await perform(folder, signal, OpenFontsAnswer, TEXT_MS, task, (said) => said);
        if (!answer) return E.left(beyondBounds('font'));
        if ('failure' in answer) return E.left(answer.failure);
        return E.right({ painter: painterWith(all), missing: answer.value });
      },
    paint: (artwork, canvas, target) => {
      if (artwork._tag === 'Background' || artwork._tag === 'Mask') return own.paint(artwork, canvas, target);
      return async () => {
        const { folder, name, signal } = target;
        const task = async (own: PictureFolder): Promise<PictureTask> => ({
          _tag: 'Paint',
          artwork: await withGivenFiles(artwork, own.give),
          canvas,
          folder: own.written,
          name,
          fonts: isOfImage(artwork) ? [] : await giveFonts(fonts, own),
        });
        const answer = await perform(
          folder,
          signal,
          PaintAnswer,
          timeFor(artwork),
          task,
          (said, { written }) =>
            'failure' in said
              ? said
              : takePainting(
                  said.value,
                  join(written, name),
                  join(folder, name),
                  artwork._tag === 'Raster' ? 'rgba' : 'yuv',
                ),
        );
        if (!answer) return E.left(beyondBounds(isOfImage(artwork) ? 'image' : 'text'));
        return 'failure' in answer ? E.left(answer.failure) : E.right(answer.value);
      };
    },
  });

  return {
    close: pool.close,
    describe: (path, signal) => async () => {
      const task = async ({ give }: PictureFolder) => ({ _tag: 'Describe', path: await give(path) }) as const;
      const answer = await perform(dirname(path), signal, DescribeAnswer, IMAGE_MS, task, (said) => said);
      if (!answer) return E.left(beyondBounds('image'));
      return 'value' in answer ? E.right(answer.value) : E.left(answer.failure);
    },
    painter: painterWith([]),
  };
};

/** The artwork with the paths at which the process finds its files. */
const withGivenFiles = async (artwork: Artwork, give: PictureFolder['give']): Promise<Artwork> => {
  if (artwork._tag === 'Image') return { ...artwork, path: await give(artwork.path) };
  if (artwork._tag === 'Raster' && artwork.source._tag === 'Image')
    return { ...artwork, source: { ...artwork.source, path: await give(artwork.source.path) } };
  return artwork;
};

/**
 * Takes the files of a painting over, if they are those it was to be in: a process that was taken over could name any
 * other. Undefined: they are not, or one of them is no file.
 */
const takePainting = (
  painting: Painting | null,
  writtenAs: string,
  stem: string,
  ending: 'yuv' | 'rgba',
): { readonly value: Painting | undefined } | undefined => {
  if (painting === null) return { value: undefined };
  const files = painting.files.map((_, page) => `${stem}-${page}.${ending}`);
  const areTaken = painting.files.every((file, page) => {
    const wanted = `${writtenAs}-${page}.${ending}`;
    return file === wanted && takeOver(wanted, files[page] ?? '');
  });
  return areTaken ? { value: { ...painting, files } } : undefined;
};

const beyondBounds = (what: 'image' | 'text' | 'font'): FailureCause => ({
  _tag: 'LimitExceeded',
  stage: what === 'text' ? 'compose' : 'decode',
  message: `the ${what} needs more time or memory than one may use`,
});
