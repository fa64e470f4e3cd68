/**
 * Builds the tests and runs them in several processes side by side: most tests wait for servers and programs, so one
 * process leaves the machine idle. Each process gets file after file; its files share its servers.
 *
 * `npm test` runs all files but those in slow-suites.json, `npm run test:slow` those, and with LONG_TESTS=1 either runs all,
 * in their long form; `npm test -- FILE...` runs those named. TEST_PROCESSES sets the number of processes at a time, by
 * default three for two cores. TEST_COUNTS_FILE names a file to which the numbers of passed and failed tests are added;
 * RECORD_DURATIONS=1 writes down how long each file took, so that later runs begin with the slowest.
 * `npm test -- --long-forms` lists the files that have a long form.
 */
import { fork } from 'node:child_process';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  buildWhenStale,
  WEB_PAGES,
  WITH_TESTS,
} from '../../infrastructure/machine/setup/build-when-stale.js';
import { SHORT_RUN_OPTIONS } from '../../infrastructure/platform/short-run-options.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import type { Failure, Report } from './process.js';
import { type Durations, fileQueue } from './queue.js';
import { LONG } from '../support/long-form.js';

/** How many of the files that used most processor time are listed. */
const SLOWEST = 20;

const DURATIONS_FILE = 'test/run/durations.json';
const SLOW_SUITES_FILE = 'test/run/slow-suites.json';
const { TEST_PROCESSES, TEST_COUNTS_FILE, RECORD_DURATIONS } = process.env;
/** Tests connect to this machine only. Reading further certificates takes half of the time in which Node starts. */
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;

const allFiles = async (): Promise<ReadonlyArray<string>> =>
  (await readdir('test', { recursive: true }))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('test', file));

const named = process.argv.slice(2);
if (named[0] === '--long-forms') {
  for (const file of (await allFiles()).toSorted())
    if ((await readFile(file, 'utf8')).includes("support/long-form.js'")) console.log(file);
  process.exit();
}
/** The files of a run that names none. */
const filesOfRun = async (slow: boolean): Promise<ReadonlyArray<string>> => {
  const files = await allFiles();
  if (LONG) return files;
  const suites = new Set(JSON.parse(await readFile(SLOW_SUITES_FILE, 'utf8')) as ReadonlyArray<string>);
  return files.filter((file) => suites.has(file) === slow);
};

const isNamed = named.length > 0 && named[0] !== '--slow';
const files = isNamed ? named : await filesOfRun(named.length > 0);
const processes = Number(TEST_PROCESSES ?? Math.min(Math.round(1.5 * availableParallelism()), 8));
buildWhenStale(packageRoot, WITH_TESTS);
// Once, not in each process that opens a browser.
if (files.some((file) => file.startsWith('test/web/'))) buildWhenStale(packageRoot, WEB_PAGES);
const begunAt = Date.now();

const durations = JSON.parse(await readFile(DURATIONS_FILE, 'utf8')) as Durations;
const queue = fileQueue(files, durations);
const failures: Failure[] = [];
const seconds: Record<string, number> = {};
const processorSeconds: Record<string, number> = {};
let passed = 0;

const note = (file: string, report: Report): void => {
  passed += report.passes;
  failures.push(...report.failures);
  seconds[file] = report.seconds;
  processorSeconds[file] = report.processorSeconds;
};

/** Runs files in one process until none is left, or until the process ends by itself, which counts as a failure. */
const runProcess = (index: number): Promise<void> =>
  new Promise((resolve) => {
    const child = fork(join(packageRoot, WITH_TESTS.folder, 'test/run/process.js'), {
      env: environment,
      execArgv: [...SHORT_RUN_OPTIONS],
    });
    let running: string | undefined;
    const sendNext = (): void => {
      running = queue.next(index);
      if (running === undefined) child.disconnect();
      else
        child.send({
          file: running,
          built: join(packageRoot, WITH_TESTS.folder, running.replace(/\.ts$/, '.js')),
        });
    };
    child.on('message', (report: Report) => {
      if (running !== undefined) note(running, report);
      sendNext();
    });
    child.once('exit', (code, signal) => {
      if (running === undefined && code === 0) return resolve();
      failures.push({
        title: `test process ${index + 1}`,
        file: running ?? '',
        error: `ended with ${signal ?? `exit code ${code}`}`,
      });
      resolve(running === undefined ? undefined : runProcess(index));
    });
    sendNext();
  });

await Promise.all(Array.from({ length: Math.min(processes, files.length) }, (_, index) => runProcess(index)));

if (files.length > 1) {
  const slowest = Object.entries(processorSeconds).toSorted(([, a], [, b]) => b - a);
  const all = slowest.reduce((sum, [, used]) => sum + used, 0);
  console.log(
    `${Math.round(all)} s of processor time. The ${SLOWEST} files that used most of it, in seconds:`,
  );
  for (const [file, used] of slowest.slice(0, SLOWEST))
    console.log(`${Math.round(used)} (in ${Math.round(seconds[file] ?? 0)})  ${file}`);
}
for (const [index, { title, file, error }] of failures.entries())
  console.log(`${index + 1}) ${title}\n   ${file}\n${error.replaceAll(/^/gm, '     ')}\n`);
console.log(`${passed} passing, ${failures.length} failing (${Math.round((Date.now() - begunAt) / 1000)} s)`);

if (TEST_COUNTS_FILE !== undefined) await appendFile(TEST_COUNTS_FILE, `${passed} ${failures.length}\n`);
if (RECORD_DURATIONS !== undefined) {
  const there = new Set(await allFiles());
  const measured = Object.entries({ ...durations, ...seconds })
    .filter(([file, took]) => took >= 1 && there.has(file))
    .toSorted(([a], [b]) => a.localeCompare(b));
  const rounded = Object.fromEntries(measured.map(([file, took]) => [file, Math.round(took)]));
  await writeFile(DURATIONS_FILE, `${JSON.stringify(rounded, undefined, 2)}\n`);
}
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
