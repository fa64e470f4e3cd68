/**
 * Builds the tests and runs them in several mocha processes side by side: most tests wait for servers and programs, so one
 * process leaves the machine idle. Files of one process share its servers.
 *
 * `npm test` runs all files, `npm test -- FILE...` those named. TEST_PROCESSES sets the number of processes at a time, by
 * default two for each core. TEST_COUNTS_FILE names a file that gets the numbers of passed and failed tests;
 * RECORD_DURATIONS=1 writes down how long each file took, so that later runs are split evenly. `npm test -- --long-forms`
 * lists the files that try more with LONG_TESTS=1.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildWhenStale,
  WEB_PAGES,
  WITH_TESTS,
} from '../../infrastructure/machine/setup/build-when-stale.js';
import { LATE_OPTIMISATION } from '../../infrastructure/platform/late-optimisation.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { type Durations, splitIntoShards } from './shards.js';

type Report = {
  readonly passes: number;
  readonly failures: ReadonlyArray<{ readonly title: string; readonly file: string; readonly error: string }>;
  readonly seconds: Durations;
};

const DURATIONS_FILE = 'test/run/durations.json';
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
    if ((await readFile(file, 'utf8')).includes("process.env['LONG_TESTS']")) console.log(file);
  process.exit();
}
const files = named.length > 0 ? named : await allFiles();
const processes = Number(TEST_PROCESSES ?? Math.min(2 * availableParallelism(), 8));
buildWhenStale(packageRoot, WITH_TESTS);
// Once, not in each process that opens a browser.
if (files.some((file) => file.startsWith('test/web/'))) buildWhenStale(packageRoot, WEB_PAGES);
const folder = await mkdtemp(join(tmpdir(), 'framewright-tests-'));
const begunAt = Date.now();

/** Runs one mocha process. That it ends before its tests, or does not end after them, counts as a failure. */
const runShard = async (shard: ReadonlyArray<string>, index: number): Promise<Report> => {
  const report = join(folder, `${index}.json`);
  const built = shard.map((file) => join(WITH_TESTS.folder, file.replace(/\.ts$/, '.js')));
  const args = [
    '--config',
    'test/run/mocharc.json',
    ...LATE_OPTIMISATION.flatMap((option) => ['--node-option', option.replace(/^--/, '')]),
    ...built,
  ];
  const child = spawn('node_modules/.bin/mocha', args, {
    stdio: 'inherit',
    env: { ...environment, SHARD_REPORT: report },
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  const failure = (when: string) => ({
    title: `test process ${index + 1}`,
    file: '',
    error: `mocha ended with ${signal ?? `exit code ${code}`} ${when}:\n${shard.join('\n')}`,
  });
  try {
    const { failures, ...rest } = JSON.parse(await readFile(report, 'utf8')) as Report;
    const isUnexplained = code !== 0 && failures.length === 0;
    return { ...rest, failures: isUnexplained ? [failure('after its tests')] : failures };
  } catch {
    return { passes: 0, failures: [failure('before its tests did')], seconds: {} };
  }
};

const durations = JSON.parse(await readFile(DURATIONS_FILE, 'utf8')) as Durations;
const waiting = splitIntoShards(files, processes, durations).entries();
const reports: Report[] = [];
const runWaiting = async (): Promise<void> => {
  for (const [index, shard] of waiting) reports.push(await runShard(shard, index));
};
await Promise.all(Array.from({ length: processes }, runWaiting));
await rm(folder, { recursive: true });

const passed = reports.reduce((sum, { passes }) => sum + passes, 0);
const failures = reports.flatMap((report) => report.failures);
for (const [index, { title, file, error }] of failures.entries())
  console.log(`${index + 1}) ${title}\n   ${file}\n${error.replaceAll(/^/gm, '     ')}\n`);
console.log(`${passed} passing, ${failures.length} failing (${Math.round((Date.now() - begunAt) / 1000)} s)`);

if (TEST_COUNTS_FILE !== undefined) await writeFile(TEST_COUNTS_FILE, `${passed} ${failures.length}\n`);
if (RECORD_DURATIONS !== undefined) {
  const measured = Object.entries(Object.assign({}, ...reports.map(({ seconds }) => seconds)) as Durations);
  const slow = measured.filter(([, seconds]) => seconds >= 1).toSorted(([a], [b]) => a.localeCompare(b));
  const rounded = Object.fromEntries(slow.map(([file, seconds]) => [file, Math.round(seconds)]));
  await writeFile(DURATIONS_FILE, `${JSON.stringify(rounded, undefined, 2)}\n`);
}
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
