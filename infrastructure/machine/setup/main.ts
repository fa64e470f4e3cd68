/**
 * Prepares a machine. npm runs it from the sources before start, test and demo; all output goes to standard error.
 * `--install` installs what the service needs, with `--tests` also what the tests need. `--build` builds the service if it
 * has changed since the last build.
 */
import { spawnSync } from 'node:child_process';
import { findExecutable, toolsFolder } from '../../platform/executables.js';
import { packageRoot } from '../../platform/package-root.js';
import { buildWhenStale, WEB_PAGES } from './build-when-stale.js';
import { missingNeeds, type NeededBy } from './find-missing.js';
import { type Installer, planSetup, type Rights, type SetupCommand } from './plan.js';
import { unpackPackages } from './unpack-packages.js';

const run = ({ program, args, env }: SetupCommand): void => {
  console.error(`> ${program} ${args.join(' ')}`);
  spawnSync(program, [...args], { env: { ...process.env, ...env }, stdio: ['ignore', 2, 2] });
};

const rights = (): Rights => {
  if (process.getuid?.() === 0) return 'root';
  const sudo = findExecutable('sudo');
  if (sudo === undefined) return 'none';
  return spawnSync(sudo, ['-n', 'true']).status === 0 ? 'sudo' : 'sudo that asks';
};

/** How this machine installs software, and with which rights of this user. */
const findInstaller = (): Installer => {
  if (process.platform === 'linux' && findExecutable('apt-get') !== undefined) {
    return { kind: 'apt', rights: rights() };
  }
  if (process.platform === 'darwin' && findExecutable('brew') !== undefined) return { kind: 'homebrew' };
  return { kind: 'none', platform: process.platform };
};

const unpack = (names: ReadonlyArray<string>): void => {
  try {
    unpackPackages(names, toolsFolder);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
  }
};

/** Installs what is missing, as far as this user may. */
const install = (of: NeededBy): void => {
  const missing = missingNeeds(of);
  if (missing.length === 0) return;
  const { commands, unpack: packages, lines } = planSetup(missing, findInstaller());
  for (const line of lines) console.error(line);
  if (commands.length + packages.length > 0) console.error('Getting what is missing on this machine ...');
  commands.forEach(run);
  if (packages.length > 0) unpack(packages);
};

/** Returns whether everything required is there; says what is lost without the rest. */
const isReady = (of: NeededBy): boolean => {
  const missing = missingNeeds(of);
  for (const { name, purpose, loss } of missing)
    console.error(
      loss === undefined
        ? `Framewright cannot run without ${name}, which ${purpose}.`
        : `Continuing without ${name}: ${loss}.`,
    );
  return missing.every(({ loss }) => loss !== undefined);
};

const flags = new Set(process.argv.slice(2));
try {
  const of = flags.has('--tests') ? 'service and tests' : 'service';
  if (flags.has('--install')) install(of);
  if (flags.has('--install') && !isReady(of)) process.exitCode = 1;
  else if (flags.has('--build')) {
    buildWhenStale(packageRoot);
    buildWhenStale(packageRoot, WEB_PAGES);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
