import * as E from 'fp-ts/lib/Either.js';
import { type ParsedCheckpoint, noteKeyId, parseCheckpoint } from '../transparency/checkpoint.js';
import { leafOf } from '../transparency/leaf.js';
import { isConsistent, isIncluded } from '../transparency/verify-proofs.js';
import type { ExportedLog } from './exported-log.js';
import type { ExportedEvent } from './history-export.js';
import type { HistoryProblem } from './verify-history.js';

const bytes = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

/** A public key that may sign checkpoints: 32 bytes, base64url. */
export interface TrustedKey {
  readonly publicKey: string;
}

/** Whether a signature over the data was made with this public key (32 bytes, base64url). */
export type VerifySignature = (publicKey: string, data: Uint8Array, signature: Uint8Array) => boolean;

export interface AuditorsEvidence {
  /** A checkpoint that the auditor has stored before. */
  readonly kept?: ParsedCheckpoint;
  /** The public keys of the service. Without any, signatures are not verified. */
  readonly keys?: ReadonlyArray<TrustedKey>;
  readonly verifySignature: VerifySignature;
}

/** The problem with a checkpoint's signature; undefined if one of the keys has signed it. */
export const signatureProblem = (
  { text, signatures }: ParsedCheckpoint,
  keys: ReadonlyArray<TrustedKey>,
  verifySignature: VerifySignature,
): string | undefined => {
  const isValid = signatures.some(({ keyName, keyId, signature }) =>
    keys.some(
      ({ publicKey }) =>
        noteKeyId(keyName, Buffer.from(publicKey, 'base64url')) === keyId &&
        verifySignature(publicKey, Buffer.from(text), signature),
    ),
  );
  return isValid ? undefined : 'none of the given keys has signed the checkpoint';
};

/** The problem with a log that should continue a kept checkpoint; undefined if there is none. */
export const continuityProblem = (
  kept: ParsedCheckpoint,
  now: ParsedCheckpoint,
  proof: ReadonlyArray<string> | undefined,
): string | undefined => {
  if (kept.origin !== now.origin) return `the kept checkpoint is of another log (${kept.origin})`;
  if (kept.size > now.size)
    return `the checkpoint is of ${now.size} events, the kept one of ${kept.size}: it does not continue that`;
  if (proof === undefined)
    return `there is no proof from the kept checkpoint of ${kept.size} events: export again with --since`;
  return isConsistent({ first: kept, second: now, proof: proof.map(bytes) })
    ? undefined
    : `it is not proven that the log continues the kept checkpoint: its proof does not lead from ${kept.size} to ${now.size} events`;
};

/** Verifies the events of an export against the log, one by one. */
export interface LogVerifier {
  readonly next: (event: ExportedEvent) => void;
  readonly end: () => ReadonlyArray<HistoryProblem>;
  /** The number of events newer than the checkpoint of the export. */
  readonly unproven: () => number;
}

/** The stream name of problems that do not concern a single event. */
const LOG = 'log';

/** Verifies that the events of an export are in the log, and that the log continues the auditor's kept checkpoint. */
export const logVerifier = (
  log: ExportedLog | undefined,
  { kept, keys, verifySignature }: AuditorsEvidence,
): LogVerifier => {
  const problems: HistoryProblem[] = [];
  const note = (problem: string | undefined): void => {
    if (problem !== undefined) problems.push({ stream: LOG, revision: 0, problem });
  };
  const parsed = log && parseCheckpoint(log.checkpoint);
  const checkpoint = parsed && E.isRight(parsed) ? parsed.right : undefined;
  if (parsed && E.isLeft(parsed)) note(parsed.left);
  if (!log && kept) note('the export has no proofs: export again with --since');
  if (checkpoint && keys) note(signatureProblem(checkpoint, keys, verifySignature));
  if (kept && keys) note(signatureProblem(kept, keys, verifySignature));
  if (checkpoint && kept) {
    const proof = log?.consistency.find(({ from }) => from === kept.size)?.hashes;
    note(continuityProblem(kept, checkpoint, kept.size === checkpoint.size ? [] : proof));
  }
  let unproven = 0;
  return {
    next: (event) => {
      const { stream, revision, inclusion } = event;
      if (!checkpoint) return;
      if (!inclusion) {
        unproven += 1;
        return;
      }
      const { index, hashes } = inclusion;
      const { size, root } = checkpoint;
      if (!isIncluded({ leaf: leafOf(event), index, size, root, proof: hashes.map(bytes) }))
        problems.push({
          stream,
          revision,
          problem: 'is not proven to be in the log: its proof does not lead to the root of the checkpoint',
        });
    },
    end: () => problems,
    unproven: () => unproven,
  };
};
