import { dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import type {
  LayerSource,
  LocalFont,
  Rasterizer,
  RasterizerTask,
} from '../../../workers/render/ports/rasterizer.js';
import type { ProbedImage } from '../../../workers/render/ports/media-probe.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import { taskProcessPool } from '../tasks/task-process-pool.js';
import type { ExchangeFolder } from '../tasks/exchange-folder.js';
import { turns } from '../../platform/turns.js';
import { giveFonts, takeRaster, withGivenFiles } from './exchanged-files.js';
import { pictureProgram } from './picture-program.js';
import {
  DescribeReply,
  InspectReply,
  MeasureReply,
  OpenFontsReply,
  RasterizeReply,
  type PictureOrder,
  type PictureTask,
} from './picture-task.js';

/** Size and pages of an image. */

export interface SandboxedPictures {
  readonly describe: (path: string, signal: AbortSignal) => TaskEither<FailureCause, ProbedImage>;
  readonly rasterizer: Rasterizer;
  /** Ends the processes; resolves when they are gone. */
  readonly close: () => Promise<void>;
}

/** Limits of processor time for an image, a text, and each page of an animation or state of captions, in ms. */
const IMAGE_MS = 20_000;
const TEXT_MS = 60_000;
const PAGE_MS = 2000;

/**
 * The time limit of a task, in multiples of its processor time: the machine may be busy, and the process is not
 * trusted.
 */
const MAX_SLOWDOWN = 5;

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
 * affects only its own render, or the series of previews of the same sources. Renders are identified by their folders.
 * @param own draws what contains no client data, in this process
 * @param root where the processes get their folders, ideally on the file system of the renders
 * @param spares the number of started processes that wait for the next render
 */
export const sandboxedPictures = (own: Rasterizer, root: string, spares = 0): SandboxedPictures => {
  const pool = taskProcessPool(pictureProgram(), root, spares);
  /** Describing an image takes milliseconds, and starting a process for the next one takes 400. */
  const inTurn = turns();

  /**
   * Lets a process of the render or series perform a task, and validates its reply. Returns undefined if there is no
   * valid reply.
   * @param use validates a reply; throws or returns undefined if it is invalid
   */
  const perform = async <R, A>(
    task: RasterizerTask,
    reply: t.Decoder<unknown, R>,
    cpuMs: number,
    taskOf: (folder: ExchangeFolder) => Promise<PictureTask>,
    use: (reply: R, folder: ExchangeFolder) => A | undefined,
  ): Promise<A | undefined> => {
    const user = { folder: task.folder, series: task.series };
    const worker = pool.take(user);
    const order: PictureOrder = { task: await taskOf(worker.folder), cpuMs };
    const replied = worker
      .perform(order, { signal: task.signal, wallMs: cpuMs * MAX_SLOWDOWN })
      .catch(() => undefined);
    const decoded = reply.decode(await replied);
    const used = E.isRight(decoded) ? use(decoded.right, worker.folder) : undefined;
    if (used === undefined) worker.kill();
    else pool.giveBack(user, worker);
    return used;
  };

  /** The reply to a task about texts or fonts. */
  const answered =
    <A>(
      reply: t.Decoder<unknown, E.Either<FailureCause, A>>,
      task: RasterizerTask,
      what: 'text' | 'font',
      taskOf: (folder: ExchangeFolder) => Promise<PictureTask>,
    ): TaskEither<FailureCause, A> =>
    async () =>
      (await perform(task, reply, TEXT_MS, taskOf, (said) => said)) ?? E.left(beyondBounds(what));
  const rasterizerWith = (fonts: ReadonlyArray<LocalFont>): Rasterizer => ({
    release: (user) => void pool.release(user),
    measure: (lines, width, task) =>
      answered(MeasureReply, task, 'text', async (own) => ({
        _tag: 'Measure',
        lines,
        width,
        fonts: await giveFonts(fonts, own),
      })),
    inspect: (lines, box, task) =>
      answered(InspectReply, task, 'text', async (own) => ({
        _tag: 'Inspect',
        lines,
        box,
        fonts: await giveFonts(fonts, own),
      })),
    openFonts: (more, families, task) => {
      const all = [...fonts, ...more];
      const opened = answered(OpenFontsReply, task, 'font', async (own) => ({
        _tag: 'OpenFonts',
        fonts: await giveFonts(all, own),
        families,
      }));
      return TE.map((missing: ReadonlyArray<string>) => ({ rasterizer: rasterizerWith(all), missing }))(
        opened,
      );
    },
    paint: (layerSource, canvas, target) => {
      if (layerSource._tag === 'Background' || layerSource._tag === 'Mask')
        return own.paint(layerSource, canvas, target);
      return async () => {
        const { folder, name } = target;
        const taskOf = async (own: ExchangeFolder): Promise<PictureTask> => ({
          _tag: 'Paint',
          layerSource: await withGivenFiles(layerSource, own.give),
          canvas,
          folder: own.written,
          name,
          fonts: isOfImage(layerSource) ? [] : await giveFonts(fonts, own),
        });
        const reply = await perform(
          target,
          RasterizeReply,
          timeFor(layerSource),
          taskOf,
          (said, { written }) =>
            E.isLeft(said)
              ? said
              : takeRaster(
                  said.right,
                  join(written, name),
                  join(folder, name),
                  layerSource._tag === 'Raster' ? 'rgba' : 'yuv',
                ),
        );
        return reply ?? E.left(beyondBounds(isOfImage(layerSource) ? 'image' : 'text'));
      };
    },
  });

  return {
    close: pool.close,
    describe: (path, signal) => async () => {
      const taskOf = async ({ give }: ExchangeFolder) =>
        ({ _tag: 'Describe', path: await give(path) }) as const;
      const folder = dirname(path);
      const reply = await inTurn(folder, () =>
        perform({ folder, signal }, DescribeReply, IMAGE_MS, taskOf, (said) => said),
      );
      return reply ?? E.left(beyondBounds('image'));
    },
    rasterizer: rasterizerWith([]),
  };
};

const beyondBounds = (what: 'image' | 'text' | 'font'): FailureCause => ({
  _tag: 'LimitExceeded',
  stage: what === 'text' ? 'compose' : 'decode',
  message: `reading or drawing the ${what} exceeded a limit of time or memory`,
});
