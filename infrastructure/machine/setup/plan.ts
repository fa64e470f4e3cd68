import type { Need } from './needs.js';

/** A program to run, without a shell. */
export interface SetupCommand {
  readonly program: string;
  readonly args: ReadonlyArray<string>;
  readonly env?: Readonly<Record<string, string>>;
}

/** How this user can become root: is root, by sudo without a password, by sudo with a password, or unknown. */
export type Rights = 'root' | 'sudo' | 'sudo that asks' | 'none';

/** How this machine installs software. */
export type Installer =
  | { readonly kind: 'apt'; readonly rights: Rights }
  | { readonly kind: 'homebrew' }
  | { readonly kind: 'none'; readonly platform: string };

export interface Plan {
  readonly commands: ReadonlyArray<SetupCommand>;
  /** Debian packages to unpack into the tools folder. */
  readonly unpack: ReadonlyArray<string>;
  /** Instructions for the user: what only an administrator can install. */
  readonly lines: ReadonlyArray<string>;
}

const NOTHING: Plan = { commands: [], unpack: [], lines: [] };

/** Plans how to install what is missing, with the machine's installer. */
export const planSetup = (missing: ReadonlyArray<Need>, installer: Installer): Plan => {
  const onMac =
    installer.kind === 'homebrew' || (installer.kind === 'none' && installer.platform === 'darwin');
  const toGet = onMac ? missing.filter(({ homebrew }) => homebrew.length > 0) : missing;
  if (toGet.length === 0) return NOTHING;
  switch (installer.kind) {
    case 'apt':
      return planApt(toGet, installer.rights);
    case 'homebrew':
      return {
        ...NOTHING,
        commands: [{ program: 'brew', args: ['install', ...unique(toGet, 'homebrew')] }],
      };
    case 'none':
      return {
        ...NOTHING,
        lines: [
          ...missingLines(toGet),
          installer.platform === 'darwin'
            ? `Install Homebrew (https://brew.sh), then: brew install ${unique(toGet, 'homebrew').join(' ')}`
            : `Install them with this system's package manager (in Debian: ${unique(toGet, 'debian').join(' ')}).`,
        ],
      };
  }
};

/** Package lists are fetched first: outdated ones name files that no longer exist. */
const planApt = (missing: ReadonlyArray<Need>, rights: Rights): Plan => {
  const mayInstall = rights === 'root' || rights === 'sudo';
  const isUnpacked = ({ unpack }: Need): boolean =>
    unpack === 'always' || (unpack === 'without rights' && !mayInstall);
  const unpack = unique(missing.filter(isUnpacked), 'debian');
  const toInstall = missing.filter((need) => !isUnpacked(need));
  const packages = ['install', '-y', '--no-install-recommends', ...unique(toInstall, 'debian')];
  if (mayInstall) {
    const commands = [aptGet(rights, ['update']), aptGet(rights, packages)];
    return { ...NOTHING, commands: toInstall.length > 0 ? commands : [], unpack };
  }
  if (toInstall.length === 0) return { ...NOTHING, unpack };
  const [who, prefix] = rights === 'none' ? [' as root', ''] : ['', 'sudo '];
  const lines = [
    ...missingLines(toInstall),
    `Only an administrator can install them. To have them, run these commands${who}, then start again:`,
    `  ${prefix}apt-get update`,
    `  ${prefix}apt-get ${packages.join(' ')}`,
  ];
  return { ...NOTHING, unpack, lines };
};

const aptGet = (rights: Rights, args: ReadonlyArray<string>): SetupCommand => {
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
