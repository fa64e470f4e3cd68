import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import type { DrawingJob, DrawingOrder, SceneDrawer } from '../../../workers/render/ports/scene-drawer.js';
import { installedCode, packageRoot } from '../../platform/package-root.js';
import { DRAW_LIMITS, DRAW_STILLS_LIMITS } from '../ffmpeg/process-limits.js';
import { makeWritableFolder, takeOver, withWritableFolder } from '../../machine/sandbox/file-exchange.js';
import { type ProcessEnd, type ProcessLimits, runSandboxed } from '../../machine/sandbox/run-sandboxed.js';

const run = promisify(execFile);

/** The program next to this file, in the sources and in the build. */
const program = fileURLToPath(
  new URL(`./drawing-process${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
);

/**
 * Opening a pipe blocks a thread until its other end is opened. Frames are large, and returning memory to the system
 * and allocating it again costs more than drawing (docs/adr/0016).
 */
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '128', MIMALLOC_PURGE_DELAY: '-1' };

/** All files that the jobs read: pictures, colour tables, levels of sounds, pipes of videos. */
const readBy = (jobs: ReadonlyArray<DrawingJob>): ReadonlyArray<string> => [
  ...new Set(
    jobs.flatMap(({ scene }) => [
      ...scene.pictures.map(({ path }) => path),
      ...scene.feeds.map(({ path }) => path),
      ...Object.values(scene.tables),
      ...scene.levels.map(({ path }) => path),
    ]),
  ),
];

/** Draws with Skia, in a sandboxed process for each call. */
export const skiaSceneDrawer: SceneDrawer = {
  makePipes: async (paths) => {
    for (const folder of new Set(paths.map((path) => dirname(path)))) makeWritableFolder(folder);
    await run('mkfifo', ['--', ...paths]);
    // The parent folders keep other accounts out.
    for (const path of paths) await chmod(path, 0o666);
  },

  draw:
    (jobs, { signal }) =>
    async () => {
      const [first] = jobs;
      if (!first) return E.right(undefined);
      return drawn({ jobs, inTurn: false }, dirname(first.output), DRAW_LIMITS, signal);
    },

  drawStills:
    (jobs, { signal }) =>
    async () => {
      const [first] = jobs;
      if (!first) return E.right(undefined);
      return withWritableFolder(dirname(first.output), async (folder) => {
        const writtenAs = (output: string): string => join(folder, basename(output));
        const there = jobs.map((job) => ({ ...job, output: writtenAs(job.output) }));
        const done = await drawn({ jobs: there, inTurn: true }, folder, DRAW_STILLS_LIMITS, signal);
        if (E.isLeft(done)) return done;
        const taken = jobs.map(({ output }) => takeOver(writtenAs(output), output));
        return taken.every((isFile) => isFile) ? done : E.left(NOT_DRAWN);
      });
    },
};

/** Runs the program until everything is drawn. It can write to one folder. */
const drawn = async (
  order: DrawingOrder,
  writes: string,
  limits: ProcessLimits,
  signal: AbortSignal,
): Promise<E.Either<FailureCause, void>> => {
  const { stdin, stdout, ended } = runSandboxed({
    program: process.execPath,
    args: [...process.execArgv, program],
    environment: ENVIRONMENT,
    files: { reads: readBy(order.jobs), installed: installedCode(program), writes, startsIn: packageRoot },
    signal,
    limits,
    feeds: true,
  });
  stdout.resume();
  stdin?.end(`${JSON.stringify(order)}\n`);
  const end = await ended;
  return end.ok ? E.right(undefined) : E.left(failureOf(end));
};

const NOT_DRAWN: FailureCause = { _tag: 'DrawingFailed', message: 'the picture could not be drawn' };

const failureOf = ({ exceeded, aborted }: ProcessEnd): FailureCause => {
  if (exceeded)
    return {
      _tag: 'LimitExceeded',
      stage: 'compose',
      message: 'the picture needs more time or memory to draw than one render may use',
    };
  return aborted ? { _tag: 'Stopped' } : NOT_DRAWN;
};
