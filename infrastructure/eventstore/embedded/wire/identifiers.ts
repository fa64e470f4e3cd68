import { isUtf8 } from 'node:buffer';
import type {
  StreamIdentifier as StreamIdentifierMessage,
  UUID as UuidMessage,
} from '@eventstore/db-client/generated/shared_pb.js';
import { MAX_STREAM_NAME_BYTES } from '../log-schema.js';
import { invalidArgument } from './errors.js';
import { StreamIdentifier, UUID } from './messages.js';

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** The half of a UUID that a signed 64-bit number (as decimal text) stands for, as hexadecimal digits. */
const halfOf = (bits: string): string => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');

const fromStructured = (message: UuidMessage.Structured): string => {
  const hex = halfOf(message.getMostSignificantBits()) + halfOf(message.getLeastSignificantBits());
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
};

/** Gives the UUID in lower case. Throws an INVALID_ARGUMENT CallError if it is none. */
export const decodeUuid = (message: UuidMessage | undefined): string => {
  const structured = message?.getStructured();
  const uuid = structured === undefined ? message?.getString().toLowerCase() : fromStructured(structured);
  if (uuid === undefined || !UUID_PATTERN.test(uuid)) throw invalidArgument('Not a UUID.');
  return uuid;
};

export const encodeUuid = (uuid: string): UuidMessage => new UUID().setString(uuid);

/** Throws an INVALID_ARGUMENT CallError if the name is missing or can't be stored. */
export const decodeStreamName = (message: StreamIdentifierMessage | undefined): string => {
  const bytes = message?.getStreamName_asU8();
  if (bytes === undefined || bytes.length === 0) throw invalidArgument('The stream name is missing.');
  if (bytes.length > MAX_STREAM_NAME_BYTES) throw invalidArgument('The stream name is too long.');
  if (!isUtf8(bytes)) throw invalidArgument('The stream name is not UTF-8.');
  const name = Buffer.from(bytes).toString('utf8');
  if (name.includes('\0')) throw invalidArgument('The stream name holds a null character.');
  return name;
};

export const encodeStreamName = (stream: string): StreamIdentifierMessage =>
  new StreamIdentifier().setStreamName(new Uint8Array(Buffer.from(stream, 'utf8')));
