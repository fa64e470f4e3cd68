import type {
  StreamIdentifier as StreamIdentifierMessage,
  UUID as UuidMessage,
} from '@eventstore/db-client/generated/shared_pb.js';
import { BadRequestError } from './errors.js';
import { StreamIdentifier, UUID } from './messages.js';

/** With or without dashes and brackets, as .NET parses them. */
const UUID_PATTERNS = [
  /^(\p{AHex}{8})-(\p{AHex}{4})-(\p{AHex}{4})-(\p{AHex}{4})-(\p{AHex}{12})$/u,
  /^(\p{AHex}{8})(\p{AHex}{4})(\p{AHex}{4})(\p{AHex}{4})(\p{AHex}{12})$/u,
  /^\{(\p{AHex}{8})-(\p{AHex}{4})-(\p{AHex}{4})-(\p{AHex}{4})-(\p{AHex}{12})\}$/u,
  /^\((\p{AHex}{8})-(\p{AHex}{4})-(\p{AHex}{4})-(\p{AHex}{4})-(\p{AHex}{12})\)$/u,
];

export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Converts a signed 64-bit number (as decimal text) to its half of a UUID, in hexadecimal. */
const halfOf = (bits: string): string => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');

const fromStructured = (message: UuidMessage.Structured): string => {
  const hex = halfOf(message.getMostSignificantBits()) + halfOf(message.getLeastSignificantBits());
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
};

const fromText = (text: string): string | undefined => {
  const trimmed = text.trim().toLowerCase();
  for (const pattern of UUID_PATTERNS) {
    const parts = pattern.exec(trimmed);
    if (parts !== null) return parts.slice(1).join('-');
  }
  return undefined;
};

/** Decodes a UUID to lower case with dashes. Throws a BadRequestError if it is invalid. */
export const decodeUuid = (message: UuidMessage | undefined): string => {
  const structured = message?.getStructured();
  const uuid = structured === undefined ? fromText(message?.getString() ?? '') : fromStructured(structured);
  if (uuid === undefined) throw new BadRequestError('Unrecognized Guid format.');
  return uuid;
};

export const encodeUuid = (uuid: string): UuidMessage => new UUID().setString(uuid);

/**
 * Throws a BadRequestError if the name is missing or cannot be stored. Invalid UTF-8 is replaced, as in EventStoreDB.
 */
export const decodeStreamName = (message: StreamIdentifierMessage | undefined): string => {
  const bytes = message?.getStreamName_asU8();
  if (bytes === undefined || bytes.length === 0) throw new BadRequestError('The stream name is missing.');
  const name = Buffer.from(bytes).toString('utf8');
  if (name === '$$') throw new BadRequestError('The metadata of no stream has no stream.');
  return name;
};

export const encodeStreamName = (stream: string): StreamIdentifierMessage =>
  new StreamIdentifier().setStreamName(new Uint8Array(Buffer.from(stream, 'utf8')));
