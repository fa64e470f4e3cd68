import type { JSONEventData } from '@eventstore/db-client';

// Protocol Buffers: a field is its tag (number and wire type), followed by a varint or by a length and that many bytes.
// Tags and messages are those of `BatchAppendReq` in EventStoreDB's streams.proto. The generated classes would copy the
// payload several times, and take longer than everything else about a small append.

const LENGTH_DELIMITED = 2;
const VARINT = 0;
const MS_PER_SECOND = 1000;
const NANOS_PER_MS = 1_000_000;

const varint = (value: bigint | number): Buffer => {
  if (value < 0x80) return Buffer.of(Number(value));
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
};

const lengthOf = (parts: ReadonlyArray<Uint8Array>): number =>
  parts.reduce((sum, { length }) => sum + length, 0);

const number = (field: number, value: bigint | number): ReadonlyArray<Uint8Array> => [
  varint(field * 8 + VARINT),
  varint(value),
];

const message = (field: number, ...parts: ReadonlyArray<Uint8Array>): ReadonlyArray<Uint8Array> => [
  varint(field * 8 + LENGTH_DELIMITED),
  varint(lengthOf(parts)),
  ...parts,
];

const text = (field: number, value: string) => message(field, Buffer.from(value));
const json = (field: number, value: unknown) => text(field, JSON.stringify(value));
const uuid = (field: number, value: string) => message(field, ...text(2, value));
const property = (name: string, value: string) => message(2, ...text(1, name), ...text(2, value));

const proposed = ({ id, type, contentType, data, metadata }: JSONEventData) =>
  message(
    3,
    ...uuid(1, id),
    ...property('type', type),
    ...property('content-type', contentType),
    ...(metadata === undefined ? [] : json(3, metadata)),
    ...json(4, data),
  );

/** One append in a batch call. */
export interface BatchedAppend {
  /** Names the append in its response. */
  readonly correlationId: string;
  readonly stream: string;
  /** The revision that the stream must have, or that it must not exist. */
  readonly expected: bigint | 'no-stream';
  /** Until when the server may store it, in ms since 1970. */
  readonly deadline: number;
  readonly events: ReadonlyArray<JSONEventData>;
}

/** The request that contains a whole append. */
export const batchAppendRequest = (append: BatchedAppend): Buffer => {
  const { correlationId, stream, expected, deadline, events } = append;
  const options = message(
    2,
    ...message(1, ...text(3, stream)),
    ...(expected === 'no-stream' ? message(3) : number(2, expected)),
    ...message(
      6,
      ...number(1, Math.floor(deadline / MS_PER_SECOND)),
      ...number(2, (deadline % MS_PER_SECOND) * NANOS_PER_MS),
    ),
  );
  const isFinal = number(4, 1);
  return Buffer.concat([...uuid(1, correlationId), ...options, ...events.flatMap(proposed), ...isFinal]);
};
