import { statSync } from 'node:fs';
import { findExecutable } from '../../platform/executables.js';
import { runProgram } from '../../machine/sandbox/run-program.js';
import { PROBE_LIMITS } from './process-limits.js';

const printed = async (program: string): Promise<string> => {
  const { signal } = new AbortController();
  const args = ['-version'];
  const { output } = await runProgram({ program, args, files: { reads: [] }, signal, limits: PROBE_LIMITS });
  return output.toString();
};

/** Tells one version of a program from another. */
const identityOf = (program: string): string => {
  const path = findExecutable(program) ?? program;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? [path, stats.ino, stats.size, stats.mtimeMs].join(' ') : path;
};

const known = new Map<string, Promise<string>>();

/**
 * The version of ffmpeg; undefined if it does not start. It is asked once, and again when the program was replaced: every
 * render wants to know.
 */
export const programVersion = async (program: string): Promise<string | undefined> => {
  const identity = identityOf(program);
  const answer = known.get(identity) ?? printed(program);
  known.set(identity, answer);
  const text = await answer;
  if (text === '') known.delete(identity);
  return /^ffmpeg version (\S+)/.exec(text)?.[1];
};
