import { spawnSync } from 'node:child_process';

/** Whether MLT's `melt` is installed. Benchmarks leave it out otherwise, and say so. */
export const hasMelt = (): boolean => {
  const isFound = spawnSync('melt', ['--version'], { stdio: 'ignore' }).error === undefined;
  if (!isFound) console.log('without MLT: melt is not installed');
  return isFound;
};
