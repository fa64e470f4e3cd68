import { DECODER_ACCOUNT } from './bubblewrap.js';
import type { Abilities } from './sandbox-command.js';

/** How decoders are sandboxed on this machine, in words for whoever runs the service. */
export interface SandboxReport {
  readonly mode: 'bubblewrap' | 'Landlock' | 'no file sandbox';
  /** What a decoder that was taken over is kept from. */
  readonly summary: string;
  /** What this machine can't do about it, a sentence each. */
  readonly warnings: ReadonlyArray<string>;
}

const REMEDY = 'install bubblewrap and permit user namespaces (see docs/security.md)';

const WHO: Readonly<Record<NonNullable<Abilities['bubblewrap']>['as'], string>> = {
  'closed user': 'as this user',
  user: 'as this user',
  account: `as user ${DECODER_ACCOUNT.uid}`,
  root: 'as root without capabilities',
};

const rootWarnings = (isRoot: boolean): ReadonlyArray<string> =>
  isRoot
    ? ['the worker runs as root: run the service as an ordinary user, so that a fault in it owns less']
    : [];

const fileWarnings = ({ landlock, isolated }: Abilities): ReadonlyArray<string> => [
  landlock === undefined
    ? `decoders can read and write whatever the worker can, its secrets included: ${REMEDY}`
    : `decoders are kept from files by Landlock alone, for want of bubblewrap: ${REMEDY}`,
  ...(isolated ? [] : ['decoders run with network: this machine lets the worker make no namespaces']),
];

/**
 * Says how decoders are sandboxed.
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
      summary: `decoders see a read-only system and one folder to write to, run ${WHO[bubblewrap.as]}, and reach no network and no other process`,
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
