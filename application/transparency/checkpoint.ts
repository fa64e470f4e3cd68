import { hash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { TreeHash } from './merkle-tree.js';

// A checkpoint states the size and root of the log, as a signed note: https://c2sp.org/tlog-checkpoint and
// https://c2sp.org/signed-note. Witnesses and auditors of other logs use the same format.

/** The content of a log to which it commits. */
export interface Checkpoint {
  /** Names the log, for example a host name. */
  readonly origin: string;
  /** The number of leaves. */
  readonly size: number;
  readonly root: TreeHash;
}

/** A signature line of a note. */
export interface NoteSignature {
  readonly keyName: string;
  /** First four bytes of the hash of key name and key, hex. */
  readonly keyId: string;
  /** 64 bytes of Ed25519. */
  readonly signature: Uint8Array;
}

export interface ParsedCheckpoint extends Checkpoint {
  readonly text: string;
  readonly signatures: ReadonlyArray<NoteSignature>;
}

const ED25519 = 1;
const KEY_ID_BYTES = 4;

/** The id of an Ed25519 key in notes, hex; `publicKey` is the 32 raw bytes. */
export const noteKeyId = (keyName: string, publicKey: Uint8Array): string =>
  hash('sha256', Buffer.concat([Buffer.from(`${keyName}\n`), Uint8Array.of(ED25519), publicKey])).slice(
    0,
    KEY_ID_BYTES * 2,
  );

export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;

export const signedNote = (text: string, signatures: ReadonlyArray<NoteSignature>): string => {
  const lines = signatures.map(({ keyName, keyId, signature }) => {
    const bytes = Buffer.concat([Buffer.from(keyId, 'hex'), signature]);
    return `— ${keyName} ${bytes.toString('base64')}\n`;
  });
  return `${text}\n${lines.join('')}`;
};

const signatureOf = (line: string): NoteSignature | undefined => {
  const [, keyName, base64] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  if (keyName === undefined || base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length <= KEY_ID_BYTES) return undefined;
  return {
    keyName,
    keyId: bytes.subarray(0, KEY_ID_BYTES).toString('hex'),
    signature: bytes.subarray(KEY_ID_BYTES),
  };
};

/** Parses a signed checkpoint; a Left is the problem. The caller must verify the signatures. */
export const parseCheckpoint = (note: string): E.Either<string, ParsedCheckpoint> => {
  const end = note.indexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return E.left('this is not a signed note');
  const text = note.slice(0, end + 1);
  const [origin, sizeText, rootText] = text.split('\n');
  const signatures = note
    .slice(end + 2, -1)
    .split('\n')
    .map(signatureOf);
  const root = Buffer.from(rootText ?? '', 'base64');
  if (!origin || !/^(0|[1-9]\d{0,15})$/.test(sizeText ?? '') || root.length !== 32)
    return E.left('this is not a checkpoint: it must have an origin, a size and a root of 32 bytes');
  if (signatures.some((signature) => signature === undefined))
    return E.left('a signature of the checkpoint is malformed');
  return E.right({
    origin,
    size: Number(sizeText),
    root,
    text,
    signatures: signatures.filter((signature) => signature !== undefined),
  });
};
