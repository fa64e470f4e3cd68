import { DECODER_ACCOUNT } from './bubblewrap.js';
import type { Abilities } from './sandbox-command.js';

/** How decoders are sandboxed on this machine, worded for the operator. */
export interface SandboxReport {
  readonly mode: 'bubblewrap' | 'Landlock' | 'no file sandbox';
  /** What a compromised decoder cannot do. */
  readonly summary: string;
  /** What this machine does not support, one sentence each. */
  readonly warnings: ReadonlyArray<string>;
}

const REMEDY = 'install bubblewrap and permit user namespaces (see docs/sandbox.md)';

const WHO: Readonly<Record<NonNullable<Abilities['bubblewrap']>['as'], string>> = {
  'closed user': 'as this user',
  user: 'as this user',
  account: `as user ${DECODER_ACCOUNT.uid}`,
  root: 'as root without capabilities',
};

const rootWarnings = (isRoot: boolean): ReadonlyArray<string> =>
  isRoot
    ? ['the worker runs as root: run the service as an ordinary user to limit the damage of a vulnerability']
    : [];

const fileWarnings = ({ landlock, isolated }: Abilities): ReadonlyArray<string> => [
  landlock === undefined
    ? `decoders can read and write everything that the worker can, including secrets: ${REMEDY}`
    : `only Landlock restricts the files of decoders, because bubblewrap is not available: ${REMEDY}`,
  ...(isolated
    ? []
    : ['decoders have network access: this machine does not let the worker create namespaces']),
];

/**
 * Reports how decoders are sandboxed.
 * @param isRoot whether this process runs as root
 */
export const sandboxReport = (able: Abilities, isRoot: boolean): SandboxReport => {
  const { bubblewrap, landlock, limited, tied } = able;
  const warnings = [
    ...rootWarnings(isRoot),
    ...(bubblewrap ? [] : fileWarnings(able)),
    ...(limited ? [] : ['decoders run without limits on memory and time: prlimit is missing']),
    ...(tied ? [] : ['decoders may outlive a killed worker: setpriv is missing']),
  ];
  if (bubblewrap)
    return {
      mode: 'bubblewrap',
      summary: `decoders see a read-only system and one writable folder, run ${WHO[bubblewrap.as]}, and reach no network and no other process`,
      warnings,
    };
  return landlock === undefined
    ? { mode: 'no file sandbox', summary: 'decoders see the files that the worker sees', warnings }
    : {
        mode: 'Landlock',
        summary: 'decoders can open system files and one folder to write to, and no other file',
        warnings,
      };
};
