import type {
  StreamIdentifier as StreamIdentifierMessage,
  UUID as UuidMessage,
} from '@eventstore/db-client/generated/shared_pb.js';
import { badRequest, unimplemented } from './errors.js';
import { StreamIdentifier } from './messages.js';

const UUID_PATTERN = /^\p{AHex}{8}(?:-\p{AHex}{4}){3}-\p{AHex}{12}$/u;

/** Decodes a UUID to lower case with dashes. Throws a CallError if it is invalid. */
export const decodeUuid = (message: UuidMessage | undefined): string => {
  const text = message?.getString() ?? '';
  if (!UUID_PATTERN.test(text)) throw badRequest('Unrecognized Guid format.');
  return text.toLowerCase();
};

/** A longer name would not fit into a PostgreSQL index entry. */
const MAX_NAME_BYTES = 2000;

/**
 * Throws a CallError if the name is missing or PostgreSQL cannot store or index it. Invalid UTF-8 is replaced, as in
 * EventStoreDB.
 */
export const decodeStreamName = (message: StreamIdentifierMessage | undefined): string => {
  const bytes = message?.getStreamName_asU8();
  if (bytes === undefined || bytes.length === 0) throw badRequest('The stream name is missing.');
  if (bytes.length > MAX_NAME_BYTES || bytes.includes(0)) {
    throw unimplemented(`Stream names are limited to ${MAX_NAME_BYTES} bytes without null characters.`);
  }
  return Buffer.from(bytes).toString('utf8');
};

export const encodeStreamName = (stream: string): StreamIdentifierMessage =>
  new StreamIdentifier().setStreamName(new Uint8Array(Buffer.from(stream, 'utf8')));
