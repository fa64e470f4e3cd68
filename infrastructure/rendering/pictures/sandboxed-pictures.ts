import { dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type EncoderFailure,
  type EngineOptions,
  failureOfStep,
} from '../../../workers/render/ports/media-encoder.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import type { LayerSource, LocalFont, Raster, Rasterizer } from '../../../workers/render/ports/rasterizer.js';
import type { ProbedImage } from '../../../workers/render/ports/media-probe.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import type { EngineProcesses } from '../engine/engine-processes.js';
import { type ExchangeFolder, type OutputFile, withGivenFiles } from '../tasks/exchange-folder.js';
import { keyedMutex } from '../../../application/keyed-mutex.js';
import { isOfImage, withGivenImage } from './given-files.js';
import { fontFailure, pictureFailure } from './image-failures.js';
import {
  DescribeReply,
  InspectReply,
  MeasureReply,
  OpenFontsReply,
  RasterizeReply,
  type PictureTask,
} from './picture-job.js';

export interface SandboxedPictures {
  readonly describe: (path: string, signal: AbortSignal) => TaskEither<FailureCause, ProbedImage>;
  readonly rasterizer: Rasterizer;
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

const timeFor = (layerSource: LayerSource): number => {
  const pages =
    'pages' in layerSource
      ? layerSource.pages.length
      : 'texts' in layerSource
        ? layerSource.texts.length - 1
        : 0;
  return (layerSource._tag === 'Image' ? IMAGE_MS : TEXT_MS) + pages * PAGE_MS;
};

/** A task, its limits, and the files that it writes. */
interface SandboxedTask<A> {
  readonly what: 'image' | 'text' | 'font';
  readonly cpuMs: number;
  readonly fonts: ReadonlyArray<LocalFont>;
  readonly taskOf: (folder: ExchangeFolder) => PictureTask | Promise<PictureTask>;
  readonly written?: (result: A, folder: ExchangeFolder) => ReadonlyArray<OutputFile>;
}

type Perform = EngineProcesses['perform'];

const performTask =
  <A>(
    perform: Perform,
    reply: t.Decoder<unknown, E.Either<FailureCause, A>>,
    user: EngineOptions,
    { what, cpuMs, fonts, taskOf, written = () => [] }: SandboxedTask<A>,
  ): TaskEither<FailureCause, A> =>
  async () => {
    const outcome = await perform(
      'picture',
      async (folder) => ({
        job: {
          type: 'picture',
          task: await taskOf(folder),
          fonts: await withGivenFiles(fonts, folder.give),
          cpuMs,
        },
        outputs: (result) => (E.isLeft(result) ? [] : written(result.right, folder)),
      }),
      reply,
      { ...user, timeoutMs: cpuMs * MAX_SLOWDOWN },
    );
    return E.isLeft(outcome) ? E.left(taskFailure(outcome.left, what)) : outcome.right;
  };

const paintWith =
  (perform: Perform, fonts: ReadonlyArray<LocalFont>): Rasterizer['paint'] =>
  (layerSource, canvas, { folder, name, ...user }) => {
    const ending = layerSource._tag === 'Raster' ? 'rgba' : 'yuv';
    // The paths that the process names are not used: it could name any other file.
    const fileOf = (page: number): string => `${name}-${page}.${ending}`;
    const painted = performTask<Raster | null>(
      perform,
      RasterizeReply,
      { folder, ...user },
      {
        what: isOfImage(layerSource) ? 'image' : 'text',
        cpuMs: timeFor(layerSource),
        fonts: isOfImage(layerSource) ? [] : fonts,
        taskOf: async (exchange) => ({
          _tag: 'Paint',
          layerSource: await withGivenImage(layerSource, exchange.give),
          canvas,
          folder: exchange.written,
          name,
        }),
        written: (raster, exchange) =>
          (raster?.files ?? []).map((_, page) => ({
            written: join(exchange.written, fileOf(page)),
            path: join(folder, fileOf(page)),
          })),
      },
    );
    return TE.map((raster: Raster | null) =>
      raster ? { ...raster, files: raster.files.map((_, page) => join(folder, fileOf(page))) } : undefined,
    )(painted);
  };

const rasterizerWith = (perform: Perform, fonts: ReadonlyArray<LocalFont>): Rasterizer => ({
  measure: (lines, width, task) =>
    performTask(perform, MeasureReply, task, {
      what: 'text',
      cpuMs: TEXT_MS,
      fonts,
      taskOf: () => ({ _tag: 'Measure', lines, width }),
    }),
  inspect: (lines, box, task) =>
    performTask(perform, InspectReply, task, {
      what: 'text',
      cpuMs: TEXT_MS,
      fonts,
      taskOf: () => ({ _tag: 'Inspect', lines, box }),
    }),
  openFonts: (more, families, task) => {
    const all = [...fonts, ...more];
    const opened = performTask(perform, OpenFontsReply, task, {
      what: 'font',
      cpuMs: TEXT_MS,
      fonts: all,
      taskOf: () => ({ _tag: 'OpenFonts', families }),
    });
    return TE.map((missing: ReadonlyArray<string>) => ({
      rasterizer: rasterizerWith(perform, all),
      missing,
    }))(opened);
  },
  paint: paintWith(perform, fonts),
});

/** Decodes and draws in engine processes, none of which works for two renders. */
export const sandboxedPictures = ({ perform }: Pick<EngineProcesses, 'perform'>): SandboxedPictures => {
  /** Describing an image takes milliseconds, and starting a process for the next one takes 400. */
  const oneByOne = keyedMutex();
  return {
    describe: (path, signal) => {
      const folder = dirname(path);
      const described = performTask(
        perform,
        DescribeReply,
        { folder, signal },
        {
          what: 'image',
          cpuMs: IMAGE_MS,
          fonts: [],
          taskOf: async ({ give }) => ({ _tag: 'Describe', path: await give(path) }),
        },
      );
      return () => oneByOne(folder, described);
    },
    rasterizer: rasterizerWith(perform, []),
  };
};

const taskFailure = (failure: EncoderFailure, what: 'image' | 'text' | 'font'): FailureCause => {
  const failed = what === 'font' ? fontFailure(undefined) : pictureFailure(undefined, what);
  return failureOfStep(failure, failed, {
    stage: what === 'text' ? 'compose' : 'decode',
    message: `reading or drawing the ${what} exceeded a limit of time or memory`,
  });
};
