/**
 * Prepares a machine. npm runs it from the sources before start, test and demo; all output goes to standard error.
 * `--install` installs what the service needs, with `--tests` also what the tests need. `--build` builds the service if it
 * has changed since the last build.
 */
import { spawnSync } from 'node:child_process';
import { findExecutable, toolsFolder } from '../../platform/executables.js';
import { packageRoot } from '../../platform/package-root.js';
import { buildWhenStale, WEB_PAGES } from './build-when-stale.js';
import { findMissing, fontAndModelFiles } from './find-missing.js';
import { findInstaller } from './installer.js';
import type { Need } from './needs.js';
import { needs } from './needs.js';
import type { Command, Plan } from './plan.js';
import { planSetup } from './plan.js';
import { unpackPackage } from './unpack-package.js';

const relevantNeeds = (flags: ReadonlySet<string>): ReadonlyArray<Need> => {
  if (flags.has('--tests')) return needs;
  const hasOwnNats = (process.env['NATS_URL'] ?? '') !== '';
  return needs.filter(
    ({ name, neededBy }) => neededBy === 'service' && !(hasOwnNats && name === 'nats-server'),
  );
};

const missingOf = (wanted: ReadonlyArray<Need>): ReadonlyArray<Need> =>
  findMissing(wanted, {
    hasProgram: (name) => findExecutable(name) !== undefined,
    files: fontAndModelFiles(),
  });

const run = ({ program, args, env }: Command): boolean => {
  console.error(`> ${program} ${args.join(' ')}`);
  return (
    spawnSync(program, [...args], { env: { ...process.env, ...env }, stdio: ['ignore', 2, 2] }).status === 0
  );
};

const unpack = (name: string): boolean => {
  try {
    unpackPackage(name, toolsFolder);
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return false;
  }
};

/** Executes the plan; returns whether all of it succeeded. */
const execute = (plan: Plan): boolean => {
  switch (plan.kind) {
    case 'nothing':
      return true;
    case 'tell':
      for (const line of plan.lines) console.error(line);
      return false;
    case 'install':
      return plan.commands.every(run) && plan.unpack.every(unpack);
  }
};

/** Installs what is missing; returns whether everything is there in the end. */
const install = (wanted: ReadonlyArray<Need>): boolean => {
  const missing = missingOf(wanted);
  if (missing.length === 0) return true;
  const installer = findInstaller();
  const plan = planSetup(missing, installer);
  if (plan.kind === 'install') {
    console.error(
      `Installing what is missing on this machine: ${missing.map(({ name }) => name).join(', ')}`,
    );
  }
  if (execute(plan)) return true;
  if (plan.kind !== 'install' || installer.kind !== 'apt' || !installer.hasLists) return false;
  console.error('Retrying with fresh package lists: outdated ones name files that no longer exist.');
  return execute(planSetup(missingOf(wanted), { ...installer, hasLists: false }));
};

/** Returns whether everything required is there; reports missing optional programs. */
const isReady = (wanted: ReadonlyArray<Need>): boolean => {
  const missing = missingOf(wanted);
  for (const { name, purpose, optional } of missing)
    if (optional === true) console.error(`Continuing without ${name} (${purpose}).`);
  return missing.every(({ optional }) => optional === true);
};

const flags = new Set(process.argv.slice(2));
try {
  const wanted = flags.has('--install') ? relevantNeeds(flags) : [];
  if (!install(wanted) && !isReady(wanted)) process.exitCode = 1;
  else if (flags.has('--build')) {
    buildWhenStale(packageRoot);
    buildWhenStale(packageRoot, WEB_PAGES);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
