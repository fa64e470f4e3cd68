import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../platform/error-code.js';
import { findExecutable } from '../../platform/executables.js';
import { type Bubblewrap, DECODER_ACCOUNT } from './bubblewrap.js';
import { type Abilities, NO_ABILITIES, type ResourceLimits, sandboxed } from './sandbox-command.js';

const PROBE_LIMITS: ResourceLimits = {
  cpuSeconds: 10,
  memoryBytes: 2 ** 30,
  fileBytes: 2 ** 20,
  processes: 64,
};

/** Timeout of a probe in ms; generous, for a busy machine. */
const PROBE_TIMEOUT_MS = 60_000;

/** Errors that prove nothing about the sandbox: a timeout, or too few processes or too little memory to try it. */
const TRANSIENT_ERRORS: ReadonlySet<string | undefined> = new Set(['ETIMEDOUT', 'EAGAIN', 'ENOMEM']);

/** Whether a folder can be given to the decoders' account. Root in a container may lack the right. */
const canGive = (folder: string): boolean => {
  try {
    chownSync(folder, DECODER_ACCOUNT.uid, DECODER_ACCOUNT.gid);
    return true;
  } catch {
    return false;
  }
};

const probeFolder = (): string => {
  try {
    return mkdtempSync(join(tmpdir(), 'sandbox-probe-'));
  } catch (error) {
    const problem = `this account cannot write temporary files to ${tmpdir()} (${errorCode(error)})`;
    throw new Error(`${problem}; set TMPDIR to a folder that it can write`, { cause: error });
  }
};

/**
 * Tests whether a program in this sandbox can read one file and write another.
 * @throws if it could not be tested for lack of space or time, which must not be taken for a machine without a sandbox
 */
const works = (able: Abilities): boolean => {
  const folder = probeFolder();
  try {
    const [given, writes] = [join(folder, 'given'), join(folder, 'written')];
    const result = join(writes, 'result');
    writeFileSync(given, 'read');
    mkdirSync(writes);
    if (able.bubblewrap?.as === 'account' && !canGive(writes)) return false;
    const probe = { program: '/bin/sh', args: ['-c', 'cat "$0" >/dev/null && : > "$1"', given, result] };
    const { program, args } = sandboxed(probe, PROBE_LIMITS, { reads: [given], writes }, able);
    const { status, error } = spawnSync(program, [...args], {
      stdio: 'ignore',
      timeout: PROBE_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    if (error !== undefined && TRANSIENT_ERRORS.has(errorCode(error))) throw error;
    return status === 0 && existsSync(result);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * The variants of bubblewrap, best first: with a view of processes, and without the right to create further namespaces
 * or to be root.
 */
const bubblewrapVariants = (program: string): ReadonlyArray<Bubblewrap> => {
  const users =
    process.getuid?.() === 0 ? (['account', 'root'] as const) : (['closed user', 'user'] as const);
  return [true, false].flatMap((procfs) => users.map((as) => ({ program, procfs, as })));
};

/**
 * Tests what sandboxing this machine supports.
 * @param find looks for a program by its name
 */
export const detectAbilities = (find: typeof findExecutable = findExecutable): Abilities => {
  if (process.platform !== 'linux') return NO_ABILITIES;
  const tied = works({ ...NO_ABILITIES, tied: true });
  const limited = works({ ...NO_ABILITIES, limited: true });
  const base = { tied, limited, isolated: false };
  const bwrap = find('bwrap');
  const bubblewrap = bwrap && bubblewrapVariants(bwrap).find((way) => works({ ...base, bubblewrap: way }));
  if (bubblewrap) return { ...base, bubblewrap };
  const isolated = works({ ...base, isolated: true });
  const perl = find('perl');
  const landlock = perl && works({ ...base, isolated, landlock: perl }) ? perl : undefined;
  return { ...base, isolated, landlock };
};

let detected: Abilities | undefined;

/** What sandboxing this machine supports; tested only once. */
export const abilities = (): Abilities => (detected ??= detectAbilities());
