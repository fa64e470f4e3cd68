import { open } from 'node:fs/promises';
import { problemsOfExport } from '../../../application/audit/verify-export.js';
import { isSignedBy } from '../../signing/ed25519.js';
import { readCheckpoint, readKeys } from './audit-log.js';
import { counted } from '../counted.js';

async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await open(file);
  yield* handle.readLines();
}

interface VerifyOptions {
  readonly checkpoint?: string;
  readonly keys?: string;
  readonly json?: boolean;
}

/** Verifies an exported history, prints its problems and sets the exit code. */
export const verifyExport = async (
  file: string,
  { checkpoint, keys, json }: VerifyOptions,
): Promise<void> => {
  const evidence = {
    ...(checkpoint === undefined ? {} : { kept: await readCheckpoint(checkpoint) }),
    ...(keys === undefined ? {} : { keys: await readKeys(keys) }),
    verifySignature: isSignedBy,
  };
  const { events, problems, unproven } = await problemsOfExport(() => linesOf(file), evidence);
  if (json) {
    console.log(JSON.stringify({ events, problems, unproven }));
    process.exitCode = problems.length > 0 ? 1 : 0;
    return;
  }
  for (const { stream, revision, problem } of problems)
    console.log(stream === 'log' ? `log: ${problem}` : `${stream} event ${revision} ${problem}`);
  if (problems.length > 0)
    throw new Error(`NOT authentic: ${counted(problems.length, 'problem')} in ${counted(events, 'event')}`);
  // Hashes that match prove nothing against somebody who computed all of them again.
  const [verdict, statement] =
    checkpoint === undefined
      ? ['consistent', 'every one matches its hash']
      : ['authentic', 'every one as it was recorded'];
  console.log(`${verdict}: ${counted(events, 'event')}, ${statement}`);
  if (checkpoint === undefined)
    console.log('Without a kept checkpoint (--checkpoint), a complete rewrite would look the same.');
  if (unproven === undefined) console.log('The export has no checkpoint of the log to check them against.');
  else if (unproven > 0) console.log(`${unproven} of them are newer than the checkpoint of the export.`);
  else console.log('All of them are in the log of its checkpoint.');
};
