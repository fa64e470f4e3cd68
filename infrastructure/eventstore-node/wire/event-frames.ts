import type { RecordedEvent } from '../recorded-event.js';
import { type Frame, frameOf } from './frames.js';
import { BINARY_CONTENT, JSON_CONTENT } from './proposed-events.js';

// Protocol Buffers: a field is its tag (number and wire type), followed by a varint or by a length and that many bytes.
// Fields with default values are left out. Field numbers are those of `ReadResp` in EventStoreDB's streams.proto.

const SEVEN_BITS = 0x80;
const UUID_LENGTH = 36;

/** Tags of `ReadResp`, `ReadEvent`, `RecordedEvent`, `UUID`, `StreamIdentifier` and of a map's entry. */
const EVENT_OF_RESPONSE = 0x0a;
const EVENT = 0x0a;
const COMMIT_OF_READ_EVENT = 0x18;
const ID = 0x0a;
const ID_AS_STRING = 0x12;
const STREAM = 0x12;
const STREAM_NAME = 0x1a;
const REVISION = 0x18;
const PREPARE = 0x20;
const COMMIT = 0x28;
const PROPERTY = 0x32;
const CUSTOM_METADATA = 0x3a;
const DATA = 0x42;
const KEY = 0x0a;
const VALUE = 0x12;

const varintSize = (value: number): number => {
  let size = 1;
  for (let rest = value; rest >= SEVEN_BITS; rest = Math.floor(rest / SEVEN_BITS)) size += 1;
  return size;
};

const writeVarint = (to: Buffer, at: number, value: number): number => {
  let [rest, next] = [value, at];
  for (; rest >= SEVEN_BITS; rest = Math.floor(rest / SEVEN_BITS)) {
    to[next] = (rest % SEVEN_BITS) + SEVEN_BITS;
    next += 1;
  }
  to[next] = rest;
  return next + 1;
};

/** The varint of an unsigned 64-bit number that a JavaScript number cannot represent. */
const largeVarint = (value: bigint): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
};

const uint64Size = (value: bigint): number =>
  value === 0n
    ? 0
    : 1 + (value <= Number.MAX_SAFE_INTEGER ? varintSize(Number(value)) : largeVarint(value).length);

const writeUint64 = (to: Buffer, at: number, tag: number, value: bigint): number => {
  if (value === 0n) return at;
  to[at] = tag;
  return value <= Number.MAX_SAFE_INTEGER
    ? writeVarint(to, at + 1, Number(value))
    : at + 1 + largeVarint(value).copy(to, at + 1);
};

const lengthDelimitedSize = (length: number): number => 1 + varintSize(length) + length;

const writeHeader = (to: Buffer, at: number, tag: number, length: number): number => {
  to[at] = tag;
  return writeVarint(to, at + 1, length);
};

const writeText = (to: Buffer, at: number, tag: number, text: string, length: number): number => {
  const start = writeHeader(to, at, tag, length);
  return start + to.write(text, start, length, 'utf8');
};

const bytesSize = ({ length }: Uint8Array): number => (length === 0 ? 0 : lengthDelimitedSize(length));

const writeBytes = (to: Buffer, at: number, tag: number, bytes: Uint8Array): number => {
  if (bytes.length === 0) return at;
  const start = writeHeader(to, at, tag, bytes.length);
  to.set(bytes, start);
  return start + bytes.length;
};

/** A property of an event; the key is ASCII. */
type Property = { readonly key: string; readonly value: string; readonly valueLength: number };

const entrySize = ({ key, valueLength }: Property): number =>
  lengthDelimitedSize(key.length) + lengthDelimitedSize(valueLength);

const writeProperty = (to: Buffer, at: number, property: Property): number => {
  const { key, value, valueLength } = property;
  const entry = writeHeader(to, at, PROPERTY, entrySize(property));
  return writeText(to, writeText(to, entry, KEY, key, key.length), VALUE, value, valueLength);
};

/** An event with the lengths that must be known before it is written. */
type Measured = {
  readonly event: RecordedEvent;
  readonly nameLength: number;
  readonly properties: readonly Property[];
  readonly length: number;
};

const property = (key: string, value: string): Property => ({
  key,
  value,
  valueLength: Buffer.byteLength(value),
});

const ID_LENGTH = lengthDelimitedSize(UUID_LENGTH);

const measure = (event: RecordedEvent): Measured => {
  const nameLength = Buffer.byteLength(event.stream);
  const properties = [
    property('content-type', event.isJson ? JSON_CONTENT : BINARY_CONTENT),
    property('created', String(event.created)),
    property('type', event.type),
  ];
  const length =
    lengthDelimitedSize(ID_LENGTH) +
    lengthDelimitedSize(lengthDelimitedSize(nameLength)) +
    uint64Size(event.revision) +
    2 * uint64Size(event.position) +
    properties.reduce((sum, each) => sum + lengthDelimitedSize(entrySize(each)), 0) +
    bytesSize(event.metadata) +
    bytesSize(event.data);
  return { event, nameLength, properties, length };
};

const writeRecorded = (to: Buffer, start: number, measured: Measured): number => {
  const { event, nameLength, properties, length } = measured;
  let at = writeHeader(to, start, EVENT, length);
  at = writeText(to, writeHeader(to, at, ID, ID_LENGTH), ID_AS_STRING, event.id, UUID_LENGTH);
  at = writeHeader(to, at, STREAM, lengthDelimitedSize(nameLength));
  at = writeText(to, at, STREAM_NAME, event.stream, nameLength);
  at = writeUint64(to, at, REVISION, event.revision);
  at = writeUint64(to, at, PREPARE, event.position);
  at = writeUint64(to, at, COMMIT, event.position);
  for (const each of properties) at = writeProperty(to, at, each);
  at = writeBytes(to, at, CUSTOM_METADATA, event.metadata);
  return writeBytes(to, at, DATA, event.data);
};

/** An event as sent by a read or a subscription. */
export const eventFrame = (event: RecordedEvent): Frame => {
  const measured = measure(event);
  const inner = lengthDelimitedSize(measured.length) + uint64Size(event.position);
  return frameOf(lengthDelimitedSize(inner), (frame, start) => {
    const at = writeRecorded(frame, writeHeader(frame, start, EVENT_OF_RESPONSE, inner), measured);
    writeUint64(frame, at, COMMIT_OF_READ_EVENT, event.position);
  });
};
