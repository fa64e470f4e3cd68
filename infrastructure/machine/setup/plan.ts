import type { Need } from './needs.js';

/** A program to run, without a shell. */
export interface Command {
  readonly program: string;
  readonly args: ReadonlyArray<string>;
  readonly env?: Readonly<Record<string, string>>;
}

/** How this user can become root: is root, by sudo without a password, by sudo with a password, or unknown. */
export type Rights = 'root' | 'sudo' | 'sudo that asks' | 'none';

/** How this machine installs software. */
export type Installer =
  | { readonly kind: 'apt'; readonly rights: Rights; readonly hasLists: boolean }
  | { readonly kind: 'homebrew' }
  | { readonly kind: 'none'; readonly platform: string };

/**
 * The action to take: nothing, these commands (and packages to unpack into the tools folder), or instructions for the
 * user.
 */
export type Plan =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'install';
      readonly commands: ReadonlyArray<Command>;
      readonly unpack: ReadonlyArray<string>;
    }
  | { readonly kind: 'tell'; readonly lines: ReadonlyArray<string> };

/** Plans how to install what is missing, with the machine's installer. */
export const planSetup = (missing: ReadonlyArray<Need>, installer: Installer): Plan => {
  const toGet = installer.kind === 'apt' ? missing : missing.filter(({ homebrew }) => homebrew.length > 0);
  if (toGet.length === 0) return { kind: 'nothing' };
  switch (installer.kind) {
    case 'apt':
      return planApt(toGet, installer);
    case 'homebrew':
      return {
        kind: 'install',
        commands: [{ program: 'brew', args: ['install', ...unique(toGet, 'homebrew')] }],
        unpack: [],
      };
    case 'none':
      return {
        kind: 'tell',
        lines: [
          ...missingLines(toGet),
          installer.platform === 'darwin'
            ? `Install Homebrew (https://brew.sh), then: brew install ${unique(toGet, 'homebrew').join(' ')}`
            : `Install them with this system's package manager (in Debian: ${unique(toGet, 'debian').join(' ')}).`,
        ],
      };
  }
};

const planApt = (
  missing: ReadonlyArray<Need>,
  { rights, hasLists }: Extract<Installer, { kind: 'apt' }>,
): Plan => {
  const unpack = unique(
    missing.filter(({ unpackOnly }) => unpackOnly === true),
    'debian',
  );
  const install = unique(
    missing.filter(({ unpackOnly }) => unpackOnly !== true),
    'debian',
  );
  const needsRights = install.length > 0 || !hasLists;
  if (needsRights && (rights === 'none' || rights === 'sudo that asks')) {
    const commands = ['apt-get update'];
    if (install.length > 0) {
      commands.push(`apt-get install -y --no-install-recommends ${install.join(' ')}`);
    }
    const [who, prefix] = rights === 'none' ? [' as root', ''] : ['', 'sudo '];
    return {
      kind: 'tell',
      lines: [
        ...missingLines(missing),
        `Installation needs rights that this user does not have. Run these commands${who}, then start again:`,
        ...commands.map((command) => `  ${prefix}${command}`),
      ],
    };
  }
  const commands: Array<Command> = [];
  if (!hasLists) commands.push(aptGet(rights, ['update']));
  if (install.length > 0) {
    commands.push(aptGet(rights, ['install', '-y', '--no-install-recommends', ...install]));
  }
  return { kind: 'install', commands, unpack };
};

const aptGet = (rights: Rights, args: ReadonlyArray<string>): Command => {
  const patient = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3', ...args];
  return rights === 'sudo'
    ? { program: 'sudo', args: ['-n', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...patient] }
    : { program: 'apt-get', args: patient, env: { DEBIAN_FRONTEND: 'noninteractive' } };
};

const missingLines = (missing: ReadonlyArray<Need>): ReadonlyArray<string> => [
  'This machine lacks:',
  ...missing.map(({ name, purpose }) => `  ${name} (${purpose})`),
];

const unique = (missing: ReadonlyArray<Need>, from: 'debian' | 'homebrew'): ReadonlyArray<string> => [
  ...new Set(missing.flatMap((need) => need[from])),
];
