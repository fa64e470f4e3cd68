import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import type { DrawingJob, SceneDrawer } from '../../../workers/render/ports/scene-drawer.js';
import { installedCode, packageRoot } from '../../platform/package-root.js';
import { DRAW_LIMITS } from '../ffmpeg/process-limits.js';
import { makeWritableFolder } from '../../machine/sandbox/handing-over.js';
import { type ProcessEnd, runSandboxed } from '../../machine/sandbox/run-sandboxed.js';

const run = promisify(execFile);

/** The program beside this file, in the sources as in the build. */
const program = fileURLToPath(
  new URL(`./drawing-process${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
);

/**
 * Each pipe that waits for its other end holds a thread; frames are large, and memory that is given back to the system
 * and taken again costs more than drawing does (docs/adr/0016).
 */
const ENVIRONMENT = {
  UV_THREADPOOL_SIZE: '128',
  MALLOC_MMAP_THRESHOLD_: '4294967296',
  MALLOC_TRIM_THRESHOLD_: '4294967296',
  MALLOC_TOP_PAD_: '67108864',
};

/** All files that jobs read: pictures, colour tables, pipes of videos. */
const readBy = (jobs: ReadonlyArray<DrawingJob>): ReadonlyArray<string> => [
  ...new Set(
    jobs.flatMap(({ scene }) => [
      ...scene.pictures.map(({ path }) => path),
      ...scene.feeds.map(({ path }) => path),
      ...Object.values(scene.tables),
    ]),
  ),
];

/** Draws with Skia, in a sandboxed process for each call. */
export const skiaSceneDrawer: SceneDrawer = {
  makePipes: async (paths) => {
    for (const folder of new Set(paths.map((path) => dirname(path)))) makeWritableFolder(folder);
    await run('mkfifo', ['--', ...paths]);
    // The folders above keep other accounts out.
    for (const path of paths) await chmod(path, 0o666);
  },

  draw:
    (jobs, { signal }) =>
    async () => {
      const [first] = jobs;
      if (!first) return E.right(undefined);
      const { stdin, stdout, ended } = runSandboxed({
        program: process.execPath,
        args: [...process.execArgv, program],
        environment: ENVIRONMENT,
        files: {
          reads: readBy(jobs),
          installed: installedCode(program),
          writes: dirname(first.output),
          startsIn: packageRoot,
        },
        signal,
        limits: DRAW_LIMITS,
        feeds: true,
      });
      stdout.resume();
      stdin?.end(`${JSON.stringify({ jobs })}\n`);
      const end = await ended;
      return end.ok ? E.right(undefined) : E.left(failureOf(end));
    },
};

const failureOf = ({ exceeded, aborted }: ProcessEnd) =>
  ({
    stage: 'compose',
    message: exceeded
      ? 'the picture needs more time or memory to draw than one render may use'
      : 'the picture could not be drawn',
    retryable: aborted,
  }) as const;
