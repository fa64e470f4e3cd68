import { statSync } from 'node:fs';
import { findExecutable } from '../../platform/executables.js';
import { runSandboxed } from '../../machine/sandbox/run-sandboxed.js';
import { PROBE_LIMITS } from './process-limits.js';

const printed = async (program: string, args: ReadonlyArray<string>): Promise<string> => {
  const { stdout, ended } = runSandboxed({
    program,
    args,
    files: { reads: [] },
    signal: new AbortController().signal,
    limits: PROBE_LIMITS,
  });
  let text = '';
  for await (const chunk of stdout) text += String(chunk);
  await ended;
  return text;
};

/** Tells one version of a program from another. */
const identityOf = (program: string): string => {
  const path = findExecutable(program) ?? program;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? [path, stats.ino, stats.size, stats.mtimeMs].join(' ') : path;
};

const known = new Map<string, Promise<string>>();

/** What ffmpeg prints about itself. It is asked once, and again when the program was replaced: every render asks. */
export const saying = async (program: string, ...args: string[]): Promise<string> => {
  const question = [identityOf(program), ...args].join('\0');
  const answer = known.get(question) ?? printed(program, args);
  known.set(question, answer);
  const text = await answer;
  if (text === '') known.delete(question);
  return text;
};

/** The version of ffmpeg; undefined if it does not start. */
export const versionOf = async (program: string): Promise<string | undefined> =>
  /^ffmpeg version (\S+)/.exec(await saying(program, '-version'))?.[1];

/** The names of the encoders that an ffmpeg was built with. */
export const encoderNames = async (program: string): Promise<ReadonlySet<string>> => {
  const listed = await saying(program, '-hide_banner', '-encoders');
  return new Set([...listed.matchAll(/^ [VAS][.\w]{5} (\S+)/gm)].flatMap(([, name]) => name ?? []));
};
