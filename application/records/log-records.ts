import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { oneOf, string } from '../../domain/codec/scalars.js';
import type { SignedCheckpoint } from '../ports/merkle-log.js';
import type { PublicKey } from '../ports/signing-keys.js';
import type { LogProof } from '../transparency/log-proofs.js';
import type { TreeHash } from '../transparency/merkle-tree.js';
import { countField, dateTime, text } from './fields.js';

// The log of all events as clients see it: docs/audit.md.

const base64 = (hash: TreeHash): string => Buffer.from(hash).toString('base64');

export const CheckpointRecord = about(
  'The size and root of the log of all events, signed by the service.',
  record({
    origin: text('Name of the log.'),
    size: countField('Number of events in the log.'),
    rootHash: text('Root of the Merkle tree (RFC 9162) over these events: SHA-256, base64.'),
    note: text(
      'The checkpoint as a signed note (C2SP tlog-checkpoint). Keep this text to detect any later rewrite.',
    ),
    signedAt: dateTime('When it was signed.'),
  }),
  { title: 'LogCheckpoint' },
);
export type CheckpointRecord = t.TypeOf<typeof CheckpointRecord>;

/** A checkpoint as clients see it. */
export const checkpointRecord = ({
  origin,
  size: leaves,
  root,
  note,
  signedAt,
}: SignedCheckpoint): CheckpointRecord => ({ origin, size: leaves, rootHash: base64(root), note, signedAt });

export const LogProofRecord = about(
  'A proof (RFC 9162, sections 2.1.3 and 2.1.4) against the root of a log of `size` events.',
  record(
    {
      kind: about(
        '`inclusion`: the event is in the log. `consistency`: the log starts with the first `from` events.',
        oneOf('inclusion', 'consistency'),
      ),
      size: countField('Number of events in the log of the proof.'),
      rootHash: text('Root of that log, base64.'),
      hashes: about('The hashes of the proof, base64.', array(string(), 64)),
    },
    {
      index: countField('Position of the event in the log, from 0; only for inclusion.'),
      leafHash: text("Hash of the event's leaf, base64; only for inclusion."),
      from: countField('Number of events in the earlier log; only for consistency.'),
    },
  ),
  { title: 'LogProof' },
);
export type LogProofRecord = t.TypeOf<typeof LogProofRecord>;

/** A proof as clients see it. */
export const logProofRecord = ({ root, hashes, leaf, ...rest }: LogProof): LogProofRecord => ({
  ...rest,
  rootHash: base64(root),
  hashes: hashes.map(base64),
  ...(leaf ? { leafHash: base64(leaf) } : {}),
});

/** The public keys of the service as a JSON Web Key Set (RFC 7517, RFC 8037). */
export const KeySetRecord = about(
  'Ed25519 public keys, newest first.',
  record({
    keys: about(
      'The keys.',
      array(
        record(
          {
            kty: about('Always `OKP`.', oneOf('OKP')),
            crv: about('Always `Ed25519`.', oneOf('Ed25519')),
            alg: about('Always `EdDSA`.', oneOf('EdDSA')),
            use: about('Always `sig`.', oneOf('sig')),
            kid: text('Thumbprint of the key (RFC 7638), which identifies it in signatures.'),
            x: text('The public key: 32 bytes, base64url.'),
            createdAt: dateTime('When the key was created.'),
          },
          { retiredAt: dateTime('When the key was retired; absent for the current key.') },
        ),
        10_000,
      ),
    ),
  }),
  { title: 'KeySet' },
);
export type KeySetRecord = t.TypeOf<typeof KeySetRecord>;

/** Public keys as clients see them. */
export const keySet = (keys: ReadonlyArray<PublicKey>): KeySetRecord => ({
  keys: keys.map(({ keyId, publicKey, createdAt, retiredAt }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    alg: 'EdDSA',
    use: 'sig',
    kid: keyId,
    x: publicKey,
    createdAt,
    ...(retiredAt === undefined ? {} : { retiredAt }),
  })),
});
