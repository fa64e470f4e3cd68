import * as t from 'io-ts';
import { array, record } from '../../domain/codec/containers.js';
import { number, string } from '../../domain/codec/scalars.js';
import type { StoredEvent } from '../ports/event-archive.js';
import type { MerkleLog, SignedCheckpoint } from '../ports/merkle-log.js';
import { proveConsistency, proveInclusion } from '../transparency/log-proofs.js';

// The part of an exported history that proves that its events are in the log of all events.

const MAX_HASHES = 64;
const count = number({ minimum: 0, integer: true });
const hashes = array(string(), MAX_HASHES);

/** The position of an event in the log, and the hashes that prove it (base64). */
export const Inclusion = t.type({ index: count, hashes });
export type Inclusion = t.TypeOf<typeof Inclusion>;

/** The checkpoint that the export is proven against, and proofs that its log continues earlier ones. */
export const ExportedLog = record({
  checkpoint: string(),
  consistency: array(record({ from: count, hashes })),
});
export type ExportedLog = t.TypeOf<typeof ExportedLog>;

export interface LogOfExport {
  readonly header: ExportedLog;
  readonly inclusionOf: (event: Pick<StoredEvent, 'stream' | 'revision'>) => Promise<Inclusion | undefined>;
}

const base64 = (proof: ReadonlyArray<Uint8Array>): ReadonlyArray<string> =>
  proof.map((hash) => Buffer.from(hash).toString('base64'));

/**
 * Proofs against a checkpoint for an export.
 * @param earlier the sizes of earlier checkpoints, which auditors may have stored
 */
export const logOfExport = async (
  log: MerkleLog,
  { note, size }: SignedCheckpoint,
  earlier: ReadonlyArray<number>,
): Promise<LogOfExport> => {
  const consistency = [];
  for (const from of earlier.filter((from) => from <= size)) {
    const proof = await proveConsistency(log, from, size);
    consistency.push({ from, hashes: base64(proof.hashes) });
  }
  return {
    header: { checkpoint: note, consistency },
    inclusionOf: async ({ stream, revision }) => {
      const proof = await proveInclusion(log, { stream, revision }, size);
      return proof?.index === undefined ? undefined : { index: proof.index, hashes: base64(proof.hashes) };
    },
  };
};
