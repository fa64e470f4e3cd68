import * as E from 'fp-ts/lib/Either.js';
import { sameJson } from '../../domain/codec/json.js';
import type { StreamHash } from '../../domain/render/render-output.js';
import type { KeySetRecord } from '../records/log-records.js';
import { type Receipt, SignedReceipt } from '../records/receipt-record.js';
import { signedBytes } from '../transparency/receipt.js';
import type { VerifySignature } from './verify-log.js';

/** The measured properties of a file. */
export interface MeasuredFile {
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** The hashes of its streams, if they were read. */
  readonly streams?: ReadonlyArray<StreamHash>;
}

/** How a file matches a receipt: byte for byte, or with the same streams in another container. */
export type FileMatch = 'identical' | 'same-streams';

/** Parses a receipt from JSON: the response of the API, or only its `data`. */
export const parseReceipt = (json: unknown): E.Either<string, SignedReceipt> => {
  const inner = typeof json === 'object' && json !== null && 'data' in json ? json.data : json;
  const decoded = SignedReceipt.decode(inner);
  return E.isRight(decoded) ? decoded : E.left('this is not a receipt of Framewright');
};

const signatureProblems = (
  { receipt, signature }: SignedReceipt,
  { keys }: KeySetRecord,
  verifySignature: VerifySignature,
): ReadonlyArray<string> => {
  const key = keys.find(({ kid }) => kid === signature.keyId);
  if (!key) return [`the receipt is signed with key ${signature.keyId}, which is not among the given keys`];
  const value = Buffer.from(signature.value, 'base64url');
  if (!verifySignature(key.x, signedBytes(receipt), value))
    return ['the signature does not match: the receipt was changed after it was signed'];
  if (key.retiredAt !== undefined && receipt.signedAt > key.retiredAt)
    return [`the receipt was signed with a key that was retired at ${key.retiredAt}`];
  return [];
};

/** Whether a file has all the streams of an output, and no others. */
export const sameStreams = (
  output: ReadonlyArray<StreamHash> | undefined,
  file: ReadonlyArray<StreamHash> | undefined,
): boolean =>
  output !== undefined && file !== undefined && output.length > 0 && sameJson(inOrder(output), inOrder(file));

const inOrder = (streams: ReadonlyArray<StreamHash>): ReadonlyArray<string> =>
  streams.map(({ kind, sha256 }) => `${kind} ${sha256}`).toSorted();

/** How a file matches a receipt; undefined if it is another file. */
export const matchOf = ({ output }: Receipt, file: MeasuredFile): FileMatch | undefined => {
  const isRecorded = [output, ...(output.files ?? [])].some(({ sha256 }) => sha256 === file.sha256);
  if (isRecorded) return 'identical';
  return sameStreams(output.streams, file.streams) ? 'same-streams' : undefined;
};

const fileProblems = (receipt: Receipt, file: MeasuredFile): ReadonlyArray<string> => {
  const { output } = receipt;
  if (matchOf(receipt, file)) return [];
  return file.bytes === output.bytes
    ? [`the file is not the one of the receipt: its SHA-256 is ${file.sha256}, not ${output.sha256}`]
    : [`the file is not the one of the receipt: it has ${file.bytes} bytes, not ${output.bytes}`];
};

/** All problems with a file and its receipt; none if the receipt is valid for the file. */
export const receiptProblems = (
  signed: SignedReceipt,
  keys: KeySetRecord,
  file: MeasuredFile,
  verifySignature: VerifySignature,
): ReadonlyArray<string> => [
  ...signatureProblems(signed, keys, verifySignature),
  ...fileProblems(signed.receipt, file),
];
