import { statSync } from 'node:fs';
import { findExecutable } from '../../platform/executables.js';
import { runProgram } from '../../machine/sandbox/run-program.js';
import { PROBE_LIMITS } from './process-limits.js';

const versionOutput = async (program: string): Promise<string> => {
  const { signal } = new AbortController();
  const args = ['-version'];
  const { output } = await runProgram({ program, args, files: { reads: [] }, signal, limits: PROBE_LIMITS });
  return output.toString();
};

/** Differs for different versions of a program. */
const identityOf = (program: string): string => {
  const path = findExecutable(program) ?? program;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? [path, stats.ino, stats.size, stats.mtimeMs].join(' ') : path;
};

const known = new Map<string, Promise<string>>();

/**
 * The version of ffmpeg; undefined if it does not start. It is cached until the program is replaced, because every render
 * records it.
 */
export const programVersion = async (program: string): Promise<string | undefined> => {
  const identity = identityOf(program);
  const output = known.get(identity) ?? versionOutput(program);
  known.set(identity, output);
  const text = await output;
  if (text === '') known.delete(identity);
  return /^ffmpeg version (\S+)/.exec(text)?.[1];
};
