/**
 * Prints each top-level suite at once when it has ended, so that several processes can share a terminal, and writes what
 * the whole process ran to the file SHARD_REPORT.
 */
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

// Not as an option of Node, which the programs that tests start would inherit: reading the maps slows their start.
process.setSourceMapsEnabled(true);

/** How long a process may take to stop its servers after its last test. */
const STOPPING_MS = 60_000;

/** Kills this process if something that its tests opened keeps it running. */
const endIfStuck = () => {
  const stuck = () => {
    console.error(
      `This test process does not end. Still open: ${process.getActiveResourcesInfo().join(', ')}`,
    );
    process.kill(process.pid, 'SIGKILL'); // Mocha replaces the code of process.exit.
  };
  setTimeout(stuck, STOPPING_MS).unref();
};

/** The source of a built test file, or ''. */
const sourceOf = ({ file }) => file?.replace(/^.*dist-tests\//, '').replace(/\.js$/, '.ts') ?? '';

module.exports = class ShardReporter extends reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    const failures = [];
    const seconds = {};
    let lines = [];
    let depth = 0;
    let begunAt = 0;
    const write = (line) => lines.push(`${'  '.repeat(depth)}${line}`);

    runner.on('suite', (suite) => {
      if (suite.root) return;
      if (depth === 0) begunAt = Date.now();
      write(suite.title);
      depth++;
    });
    runner.on('pass', ({ title, speed, duration }) =>
      write(`✔ ${title}${speed === 'fast' ? '' : ` (${duration} ms)`}`),
    );
    runner.on('fail', (test, error) => {
      write(`✘ ${test.title}`);
      failures.push({
        title: test.titlePath().join(' › '),
        file: sourceOf(test),
        error: error.stack ?? String(error),
      });
    });
    runner.on('suite end', (suite) => {
      if (suite.root || --depth > 0) return;
      const file = sourceOf(suite);
      seconds[file] = (seconds[file] ?? 0) + (Date.now() - begunAt) / 1000;
      console.log(`${lines.join('\n')}\n`);
      lines = [];
    });
    runner.once('end', () => {
      if (lines.length > 0) console.log(lines.join('\n'));
      writeFileSync(
        process.env.SHARD_REPORT,
        JSON.stringify({ passes: this.stats.passes, failures, seconds }),
      );
      endIfStuck();
    });
  }
};
