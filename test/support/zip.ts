import { execFileSync } from 'node:child_process';

const zipfile = (...args: ReadonlyArray<string>): string =>
  execFileSync('python3', ['-m', 'zipfile', ...args], { encoding: 'utf8' });

/** Extracts an archive with Python's zipfile; returns the names of its files, in their order. */
export const unzip = (path: string, folder: string): ReadonlyArray<string> => {
  zipfile('-e', path, folder);
  const [, ...lines] = zipfile('-l', path).trim().split('\n');
  return lines.map((line) => line.replace(/ +\d{4}-.*/, ''));
};
