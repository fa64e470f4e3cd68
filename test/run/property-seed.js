/**
 * Draws the cases of property tests from a fixed seed, so that one commit always gives one result. With LONG_TESTS=1
 * they are drawn at random, which finds new cases; a failure prints its seed and path.
 */
import { configureGlobal } from 'fast-check';

if (process.env.LONG_TESTS === undefined) configureGlobal({ seed: 20_261_122 });
