import { execFileSync } from 'node:child_process';

/** What a command prints, or an empty text if there is no such program. */
export const printed = (command: string, ...args: ReadonlyArray<string>): string => {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
};

/** Says loudly what is not tested on this machine: mocha must have no pending tests. */
export const notTested = (what: string, needed: string): void =>
  console.warn(`\n      !!! NOT TESTED: ${what}, because this machine has no ${needed}\n`);
