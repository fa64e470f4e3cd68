import { dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import type { LayerSource, LocalFont, Raster, Rasterizer } from '../../../workers/render/ports/rasterizer.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import { takeOver } from '../../machine/sandbox/file-exchange.js';
import type { PictureFolder } from './picture-folder.js';
import { picturePool } from './picture-pool.js';
import {
  DescribeReply,
  MeasureReply,
  OpenFontsReply,
  RasterizeReply,
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
  readonly rasterizer: Rasterizer;
  /** Ends the processes; resolves when they are gone. */
  readonly close: () => Promise<void>;
}

/** Limits of processor time for an image, a text, and each page of an animation or state of captions, in ms. */
const IMAGE_MS = 20_000;
const TEXT_MS = 60_000;
const PAGE_MS = 2000;

const isOfImage = (layerSource: LayerSource): boolean =>
  layerSource._tag === 'Image' || (layerSource._tag === 'Raster' && layerSource.source._tag === 'Image');

const timeFor = (layerSource: LayerSource): number => {
  const pages =
    'pages' in layerSource
      ? layerSource.pages.length
      : 'texts' in layerSource
        ? layerSource.texts.length - 1
        : 0;
  return (layerSource._tag === 'Image' ? IMAGE_MS : TEXT_MS) + pages * PAGE_MS;
};

/**
 * Decodes and draws in sandboxed processes. None of them works for two renders, so a file that takes over its decoder
 * affects only its own render. Renders are identified by their folders.
 * @param own draws what contains no client data, in this process
 * @param root where the processes get their folders, ideally on the file system of the renders
 * @param spares the number of started processes that wait for the next render
 */
export const sandboxedPictures = (own: Rasterizer, root: string, spares = 0): SandboxedPictures => {
  const pool = picturePool(root, spares);

  /**
   * Lets a process of the render perform a task, and validates its reply. Returns undefined if there is no valid reply.
   * @param use validates a reply; throws or returns undefined if it is invalid
   */
  const perform = async <C extends t.Mixed, A>(
    render: string,
    signal: AbortSignal,
    reply: C,
    cpuMs: number,
    orderOf: (folder: PictureFolder) => Promise<PictureTask>,
    use: (reply: t.TypeOf<C>, folder: PictureFolder) => A | undefined,
  ): Promise<A | undefined> => {
    const worker = pool.take(render);
    const task = await orderOf(worker.folder);
    const decoded = reply.decode(await worker.perform({ task, cpuMs }, signal).catch(() => undefined));
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

  const rasterizerWith = (fonts: ReadonlyArray<LocalFont>): Rasterizer => ({
    measure:
      (lines, width, { folder, signal }) =>
      async () => {
        const task = async (own: PictureFolder): Promise<PictureTask> => ({
          _tag: 'Measure',
          lines,
          width,
          fonts: await giveFonts(fonts, own),
        });
        const reply = await perform(folder, signal, MeasureReply, TEXT_MS, task, (said) => said);
        if (!reply) return E.left(beyondBounds('text'));
        return 'value' in reply ? E.right(reply.value) : E.left(reply.failure);
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
        const reply = await perform(folder, signal, OpenFontsReply, TEXT_MS, task, (said) => said);
        if (!reply) return E.left(beyondBounds('font'));
        if ('failure' in reply) return E.left(reply.failure);
        return E.right({ rasterizer: rasterizerWith(all), missing: reply.value });
      },
    paint: (layerSource, canvas, target) => {
      if (layerSource._tag === 'Background' || layerSource._tag === 'Mask')
        return own.paint(layerSource, canvas, target);
      return async () => {
        const { folder, name, signal } = target;
        const task = async (own: PictureFolder): Promise<PictureTask> => ({
          _tag: 'Paint',
          layerSource: await withGivenFiles(layerSource, own.give),
          canvas,
          folder: own.written,
          name,
          fonts: isOfImage(layerSource) ? [] : await giveFonts(fonts, own),
        });
        const reply = await perform(
          folder,
          signal,
          RasterizeReply,
          timeFor(layerSource),
          task,
          (said, { written }) =>
            'failure' in said
              ? said
              : takeRaster(
                  said.value,
                  join(written, name),
                  join(folder, name),
                  layerSource._tag === 'Raster' ? 'rgba' : 'yuv',
                ),
        );
        if (!reply) return E.left(beyondBounds(isOfImage(layerSource) ? 'image' : 'text'));
        return 'failure' in reply ? E.left(reply.failure) : E.right(reply.value);
      };
    },
  });

  return {
    close: pool.close,
    describe: (path, signal) => async () => {
      const task = async ({ give }: PictureFolder) => ({ _tag: 'Describe', path: await give(path) }) as const;
      const reply = await perform(dirname(path), signal, DescribeReply, IMAGE_MS, task, (said) => said);
      if (!reply) return E.left(beyondBounds('image'));
      return 'value' in reply ? E.right(reply.value) : E.left(reply.failure);
    },
    rasterizer: rasterizerWith([]),
  };
};

/** The layer source with the paths at which the process finds its files. */
const withGivenFiles = async (
  layerSource: LayerSource,
  give: PictureFolder['give'],
): Promise<LayerSource> => {
  if (layerSource._tag === 'Image') return { ...layerSource, path: await give(layerSource.path) };
  if (layerSource._tag === 'Raster' && layerSource.source._tag === 'Image')
    return { ...layerSource, source: { ...layerSource.source, path: await give(layerSource.source.path) } };
  return layerSource;
};

/**
 * Moves the files of a raster to the render, if they have the expected names: a process that was taken over could name
 * any other file. Returns undefined if they do not, or if one of them is not a regular file.
 */
const takeRaster = (
  raster: Raster | null,
  writtenAs: string,
  stem: string,
  ending: 'yuv' | 'rgba',
): { readonly value: Raster | undefined } | undefined => {
  if (raster === null) return { value: undefined };
  const files = raster.files.map((_, page) => `${stem}-${page}.${ending}`);
  const areTaken = raster.files.every((file, page) => {
    const wanted = `${writtenAs}-${page}.${ending}`;
    return file === wanted && takeOver(wanted, files[page] ?? '');
  });
  return areTaken ? { value: { ...raster, files } } : undefined;
};

const beyondBounds = (what: 'image' | 'text' | 'font'): FailureCause => ({
  _tag: 'LimitExceeded',
  stage: what === 'text' ? 'compose' : 'decode',
  message: `the ${what} needs more time or memory than one may use`,
});
