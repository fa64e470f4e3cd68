/**
 * Draws the cases of property tests from a fixed seed, so that one commit always gives one result, and fewer than the
 * default of a hundred. With LONG_TESTS=1 all are drawn, at random, which finds new cases; a failure prints its seed and
 * path. Failed assertions print all of their values, because a failure that happens once must be understood from its log.
 */
import { config } from 'chai';
import { configureGlobal } from 'fast-check';

if (process.env.LONG_TESTS === undefined) configureGlobal({ seed: 20_261_122, numRuns: 40 });
config.truncateThreshold = 0;
