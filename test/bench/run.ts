/**
 * Runs one benchmark: `npm run bench -- NAME`; without a name, lists them. Each prints its figures next to those of a
 * baseline measured in the same run, so that the speed and load of the machine cancel out.
 */
import { spawnSync } from 'node:child_process';
import { extname, join } from 'node:path';
import { buildWhenStale, WITH_TESTS } from '../../infrastructure/machine/setup/build-when-stale.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { stopServers } from '../support/servers/started-servers.js';

interface Benchmark {
  readonly measures: string;
  readonly baseline: string;
  readonly start: () => Promise<unknown>;
}

const benchmarks: Readonly<Record<string, Benchmark>> = {
  api: {
    measures: 'requests per second of the API, and CPU time per request',
    baseline: 'a Koa handler with the same SQL for reads, and with one append and the same rows for writes',
    start: () => import('./api/run.js'),
  },
  imports: {
    measures:
      'projects of other systems in a folder: which are imported, and what of them is lost without a word; arguments: FOLDER [part of the names of files]',
    baseline: 'none: a field counts as lost if no other value of it changes the video or the deviations',
    start: () => import('./imports.js'),
  },
  render: {
    measures:
      'CPU and wall time, frames, SSIM, bytes and memory of renders, also of repeated ones; arguments: [part of the name of a case] [factor for the lengths]',
    baseline: 'encoding the finished frames only, and a naive ffmpeg graph',
    start: () => import('./render/run.js'),
  },
  soak: {
    measures:
      'the memory of one worker over many renders of projects and hostile files; arguments: [renders]',
    baseline: 'the same worker after a fifth of them',
    start: () => import('./soak.js'),
  },
  studio: {
    measures:
      'opening a project of 200 clips, the time from the hand to the picture, exact frames, scrolling through media, and the size of the editor; arguments: [size, opening, picture, seek, playing, scrolling or frames]',
    baseline: 'a project of one clip, and ffmpeg extracting a frame',
    start: () => import('./studio/run.js'),
  },
  trivial: {
    measures: 'the time of a trivial render from the request to its completion; arguments: [runs]',
    baseline: 'one ffmpeg command that writes a file like it',
    start: () => import('./trivial.js'),
  },
  uploads: {
    measures:
      'uploads by tus to an API process, its memory, and requests for lists of many assets; arguments: [MB of the upload] [assets]',
    baseline: '@tus/server alone, in a process of its own',
    start: () => import('./uploads.js'),
  },
};

const [name = '', ...rest] = process.argv.slice(2);
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (benchmark === undefined) {
  console.log('Usage: npm run bench -- NAME\n');
  for (const [listed, { measures, baseline }] of Object.entries(benchmarks))
    console.log(`${listed}\n  measures: ${measures}\n  baseline: ${baseline}`);
  process.exitCode = name === '' ? 0 : 1;
} else if (extname(import.meta.filename) === '.ts') {
  // Of the build: a process that loads the sources through tsx takes longer to start.
  buildWhenStale(packageRoot, WITH_TESTS);
  const program = join(packageRoot, WITH_TESTS.folder, 'test/bench/run.js');
  const { status } = spawnSync(process.execPath, [program, name, ...rest], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  process.argv.splice(2, Infinity, ...rest);
  console.log(`${name} measures ${benchmark.measures}.\nThe baseline is ${benchmark.baseline}.\n`);
  try {
    await benchmark.start();
  } catch (error) {
    console.error(error);
    await stopServers();
    process.exit(1); // also if other child processes still run
  }
}
