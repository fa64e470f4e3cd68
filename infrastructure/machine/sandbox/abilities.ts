import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExecutable } from '../../platform/executables.js';
import { type Bubblewrap, DECODER_ACCOUNT } from './bubblewrap.js';
import { type Abilities, NO_ABILITIES, type ResourceLimits, sandboxed } from './sandbox-command.js';

const PROBE_LIMITS: ResourceLimits = {
  cpuSeconds: 10,
  memoryBytes: 2 ** 30,
  fileBytes: 2 ** 20,
  processes: 64,
};

/** Far longer than any probe takes, on however busy a machine, in ms. */
const PROBE_TIMEOUT_MS = 60_000;

/** What says nothing of the sandbox: no time, no processes or no memory to try it. */
const PASSING_TROUBLE: ReadonlySet<string | undefined> = new Set(['ETIMEDOUT', 'EAGAIN', 'ENOMEM']);

/** Whether the decoders' account can be given a folder: root of a container need not have the right. */
const canGive = (folder: string): boolean => {
  try {
    chownSync(folder, DECODER_ACCOUNT.uid, DECODER_ACCOUNT.gid);
    return true;
  } catch {
    return false;
  }
};

/**
 * Whether a program in this sandbox can read a file that it is given and write another: found out by trying.
 * @throws when it could not be tried, for want of space or time: that must not pass for a machine without a sandbox
 */
const works = (able: Abilities): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-probe-'));
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
    if (error !== undefined && PASSING_TROUBLE.has((error as NodeJS.ErrnoException).code)) throw error;
    return status === 0 && existsSync(result);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The best that works first: a view of processes, and no way to make further namespaces or to be root. */
const waysOfBubblewrap = (program: string): ReadonlyArray<Bubblewrap> => {
  const whoever =
    process.getuid?.() === 0 ? (['account', 'root'] as const) : (['closed user', 'user'] as const);
  return [true, false].flatMap((procfs) => whoever.map((as) => ({ program, procfs, as })));
};

/**
 * Finds out what this machine can do, by trying.
 * @param find looks for a program by its name
 */
export const detectAbilities = (find: typeof findExecutable = findExecutable): Abilities => {
  if (process.platform !== 'linux') return NO_ABILITIES;
  const tied = works({ ...NO_ABILITIES, tied: true });
  const limited = works({ ...NO_ABILITIES, limited: true });
  const base = { tied, limited, isolated: false };
  const bwrap = find('bwrap');
  const bubblewrap = bwrap && waysOfBubblewrap(bwrap).find((way) => works({ ...base, bubblewrap: way }));
  if (bubblewrap) return { ...base, bubblewrap };
  const isolated = works({ ...base, isolated: true });
  const perl = find('perl');
  const landlock = perl && works({ ...base, isolated, landlock: perl }) ? perl : undefined;
  return { ...base, isolated, landlock };
};

let detected: Abilities | undefined;

/** What this machine can do, found out once. */
export const abilities = (): Abilities => (detected ??= detectAbilities());
