import { execFile } from 'node:child_process';
import { chmod, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import { atClip, type FailureCause } from '../../../domain/render/failure-cause.js';
import type { DrawingJob, DrawOptions, SceneDrawer } from '../../../workers/render/ports/scene-drawer.js';
import { makeWritableFolder, takeOver } from '../../machine/sandbox/file-exchange.js';
import { programFile } from '../../platform/package-root.js';
import { DRAW_LIMITS } from '../ffmpeg/process-limits.js';
import type { TaskProcess, TaskProgram } from '../tasks/task-process.js';
import { taskProcessPool, type Waiting } from '../tasks/task-process-pool.js';
import { makeMark, type ReadMark } from './drawing-mark.js';
import type { DrawingOrder } from './drawing-order.js';
import { givenJob } from './given-job.js';

const run = promisify(execFile);

const script = programFile('rendering/drawing/drawing-process');

const PROGRAM: TaskProgram = {
  script,
  limits: DRAW_LIMITS,
  /**
   * Opening a pipe blocks a thread until its other end is opened. Frames are large, and returning memory to the system
   * and allocating it again costs more than drawing (docs/adr/0015-drawn-layers.md).
   */
  environment: { UV_THREADPOOL_SIZE: '128', MIMALLOC_PURGE_DELAY: '-1' },
};

/**
 * Draws with Skia in sandboxed processes. Each serves all pieces of one render that are composed one after the other, or
 * one series of previews, and no other.
 * @param root where the processes get their folders, on the file system of the renders
 * @param spares the number of started processes that wait for the next render; `close` ends them
 */
export const skiaSceneDrawer = (
  root: string,
  spares = 0,
  waiting: Waiting = {},
): SceneDrawer & { readonly close: () => Promise<void> } => {
  const pool = taskProcessPool(PROGRAM, root, spares, waiting);
  let orders = 0;

  /** Lets a process of the render draw; `use` returns whether the result exists. */
  const drawn = async (
    { folder, signal, series, clipOf }: DrawOptions,
    orderFor: (worker: TaskProcess) => Promise<Omit<DrawingOrder, 'mark'>>,
    use: (order: DrawingOrder) => boolean | Promise<boolean>,
  ): Promise<E.Either<FailureCause, void>> => {
    const user = { folder, series };
    const worker = pool.take(user);
    let mark: ReadMark | undefined;
    let clip: ClipPath | undefined;
    try {
      orders += 1;
      const path = join(worker.folder.written, `mark-${orders}`);
      mark = await makeMark(path);
      const order = { ...(await orderFor(worker)), mark: path };
      const isDone = (await worker.perform(order, { signal })) === true && (await use(order));
      if (isDone) {
        pool.giveBack(user, worker);
        return E.right(undefined);
      }
      const last = await mark.read();
      clip = last && clipOf?.(last.job, last.node);
    } catch {
      // What it was to draw could not be given to it, or its reply makes no sense.
    } finally {
      await mark?.close();
    }
    const exceeded = !worker.isRunning() && (await worker.ended).exceeded;
    worker.kill();
    if (signal.aborted) return E.left({ _tag: 'Stopped' });
    if (exceeded) return E.left(TOO_MUCH);
    return E.left(clip === undefined ? NOT_DRAWN : atClip(NOT_DRAWN, clip));
  };

  return {
    close: pool.close,

    makePipes: async (paths) => {
      for (const folder of new Set(paths.map((path) => dirname(path)))) makeWritableFolder(folder);
      await run('mkfifo', ['--', ...paths]);
      // The parent folders keep other accounts out.
      for (const path of paths) await chmod(path, 0o666);
    },

    draw: (jobs, options) => async () => {
      if (jobs.length === 0) return E.right(undefined);
      return drawn(
        options,
        async ({ folder }) => {
          const pipes = await Promise.all(jobs.map(({ output }) => folder.givePipe(output)));
          return { jobs: await givenJobs(jobs, pipes, folder), inTurn: false };
        },
        async (order) => {
          const pipes = order.jobs.flatMap(({ output, scene }) => [
            output,
            ...scene.feeds.map(({ path }) => path),
          ]);
          await Promise.all(pipes.map((pipe) => rm(pipe)));
          return true;
        },
      );
    },

    drawStills: (jobs, options) => async () => {
      if (jobs.length === 0) return E.right(undefined);
      return drawn(
        options,
        async ({ folder }) => {
          const files = jobs.map((_, index) => join(folder.written, `still-${index}`));
          return { jobs: await givenJobs(jobs, files, folder), inTurn: true };
        },
        (order) =>
          order.jobs
            .map(({ output }, index) => takeOver(output, jobs[index]?.output ?? ''))
            .every((isFile) => isFile),
      );
    },
  };
};

const givenJobs = (
  jobs: ReadonlyArray<DrawingJob>,
  outputs: ReadonlyArray<string>,
  folder: TaskProcess['folder'],
): Promise<ReadonlyArray<DrawingJob>> =>
  Promise.all(jobs.map((job, index) => givenJob({ ...job, output: outputs[index] ?? '' }, folder)));

const NOT_DRAWN: FailureCause = { _tag: 'DrawingFailed', message: 'the picture could not be drawn' };

const TOO_MUCH: FailureCause = {
  _tag: 'LimitExceeded',
  stage: 'compose',
  message: 'drawing the picture exceeded a limit of time or memory',
};
