/**
 * A test process: runs the built test files that the runner sends it, one after the other, and answers each with a report.
 * Files of one process share its servers, which stop when the runner disconnects.
 */
import { inspect } from 'node:util';
import { config } from 'chai';
import { configureGlobal } from 'fast-check';
import Mocha, { type Runner, type Suite, type Test } from 'mocha';
import { cleanUp } from '../support/at-end.js';
import { processorSeconds } from './processor-time.js';
import { LONG } from '../support/long-form.js';

export interface Failure {
  readonly title: string;
  readonly file: string;
  readonly error: string;
}

/** What became of the tests of one file, or of the end of the process. */
export interface Report {
  readonly passes: number;
  readonly failures: ReadonlyArray<Failure>;
  readonly seconds: number;
  /** Of processor time, with that of the programs that it started. */
  readonly processorSeconds: number;
}

// Property tests draw their cases from a fixed seed, so that one commit always gives one result, and fewer than the default
// of a hundred. With LONG_TESTS=1 all are drawn, at random, which finds new cases; a failure prints its seed and path.
if (!LONG) configureGlobal({ seed: 20_261_122, numRuns: 40 });

// Values that differ are printed whole.
config.truncateThreshold = 0;

// Not as an option of Node, which the programs that tests start would inherit: reading the maps slows their start.
process.setSourceMapsEnabled(true);

/** How long a process may take to stop its servers after its last test. */
const STOPPING_MS = 60_000;

/** How long a test takes whose time is printed. */
const SLOW_MS = 100;

const failureOf = (title: string, file: string, error: unknown): Failure => ({
  title,
  file,
  // With its causes and its fields: a failure that happens once must be understood from its log.
  error: inspect(error, { depth: 4 }),
});

/** Collects what a run of one file prints, so that several processes can share a terminal, and its failures. */
const watch = (runner: Runner, file: string, failures: Failure[]): (() => string) => {
  const lines: string[] = [];
  let depth = 0;
  const write = (line: string): void => void lines.push(`${'  '.repeat(depth)}${line}`);
  runner.on('suite', (suite: Suite) => {
    if (suite.root) return;
    write(suite.title);
    depth += 1;
  });
  runner.on('suite end', (suite: Suite) => {
    if (suite.root) return;
    depth -= 1;
    if (depth === 0) lines.push('');
  });
  runner.on('pass', ({ title, duration = 0 }: Test) =>
    write(`✔ ${title}${duration < SLOW_MS ? '' : ` (${duration} ms)`}`),
  );
  runner.on('fail', (test: Test, error: unknown) => {
    write(`✘ ${test.title}`);
    failures.push(failureOf(test.titlePath().join(' › '), file, error));
  });
  return () => lines.join('\n');
};

/** Processor time, in seconds, when the last file was done: reading it takes as long as many a test. */
let used = 0;

/** @param built the compiled file, whose source is `file` */
const runFile = async (built: string, file: string): Promise<Report> => {
  const begunAt = Date.now();
  const failures: Failure[] = [];
  let passes = 0;
  try {
    let printed = (): string => '';
    const mocha = new Mocha({
      forbidOnly: true,
      forbidPending: true,
      timeout: 180_000,
      reporter: 'base',
    });
    mocha.addFile(built);
    await mocha.loadFilesAsync();
    await new Promise<number>((resolve) => {
      const runner = mocha.run(resolve);
      printed = watch(runner, file, failures);
      runner.on('pass', () => (passes += 1));
    });
    console.log(printed());
    // Some files have only tests that run with LONG_TESTS.
    if (passes + failures.length === 0 && LONG) throw new Error('the file has no test');
  } catch (error) {
    failures.push(failureOf('loading the tests', file, error));
  }
  const usedBefore = used;
  used = processorSeconds();
  return {
    passes,
    failures,
    seconds: (Date.now() - begunAt) / 1000,
    processorSeconds: used - usedBefore,
  };
};

/** Kills this process if something that its tests opened keeps it running. */
const endIfStuck = (): void => {
  setTimeout(() => {
    console.error(
      `This test process does not end. Still open: ${process.getActiveResourcesInfo().join(', ')}`,
    );
    process.kill(process.pid, 'SIGKILL');
  }, STOPPING_MS).unref();
};

process.on('message', ({ built, file }: { built: string; file: string }) => {
  void runFile(built, file).then((report) => process.send?.(report));
});
process.on('disconnect', () => {
  endIfStuck();
  void cleanUp().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
});
