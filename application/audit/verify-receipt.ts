import * as E from 'fp-ts/lib/Either.js';
import type { Presentation, StreamHash } from '../../domain/render/render-output.js';
import type { KeySetRecord } from '../records/log-records.js';
import { type Receipt, SignedReceipt } from '../records/receipt-record.js';
import { type StreamMatch, streamMatch } from './same-streams.js';
import { signedBytes } from '../transparency/receipt.js';
import type { VerifySignature } from './verify-log.js';

export interface MeasuredFile {
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** The hashes and the presentation of its streams, if they were read. */
  readonly streams?: ReadonlyArray<StreamHash>;
  readonly presentation?: Presentation;
}

/** How a file matches a receipt: byte for byte, or by its streams. */
export type FileMatch = { readonly match: 'identical' } | StreamMatch;

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
    return ['the signature does not match the receipt'];
  if (key.retiredAt !== undefined && receipt.signedAt > key.retiredAt)
    return [`the receipt was signed with a key that was retired at ${key.retiredAt}`];
  return [];
};

/** How a file matches a receipt; undefined if its picture differs. */
export const matchOf = ({ output }: Receipt, file: MeasuredFile): FileMatch | undefined => {
  const isRecorded = [output, ...(output.files ?? [])].some(({ sha256 }) => sha256 === file.sha256);
  return isRecorded ? { match: 'identical' } : streamMatch(output, file);
};

const fileProblems = (receipt: Receipt, file: MeasuredFile): ReadonlyArray<string> => {
  const { output } = receipt;
  const match = matchOf(receipt, file)?.match;
  if (match === 'same-picture')
    return ['the picture has the packets of the receipt, but the sound is another, or there is none'];
  if (match) return [];
  return file.bytes === output.bytes
    ? [`the file is not the one of the receipt: its SHA-256 is ${file.sha256}, not ${output.sha256}`]
    : [`the file is not the one of the receipt: it has ${file.bytes} bytes, not ${output.bytes}`];
};

/** All problems with a file and its receipt; none if the receipt is valid for the packets of the file. */
export const receiptProblems = (
  signed: SignedReceipt,
  keys: KeySetRecord,
  file: MeasuredFile,
  verifySignature: VerifySignature,
): ReadonlyArray<string> => [
  ...signatureProblems(signed, keys, verifySignature),
  ...fileProblems(signed.receipt, file),
];
