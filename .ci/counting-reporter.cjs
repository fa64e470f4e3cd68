/** Mocha's spec report, plus a file with the number of tests that passed and failed. */
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures } = this.stats;
      writeFileSync(process.env.TEST_COUNTS_FILE, `${passes} ${failures}\n`);
    });
  }
};
