/** Appends on the wire to the shared event store, and what it answers. */
import { randomUUID } from 'node:crypto';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { sharedEventStore } from '../../support/event-store/embedded-node.js';
import { streamsWire, type WireBatch, type WireEvent } from '../../support/event-store/streams-wire.js';

/** Codes of google.rpc. */
export const INVALID_ARGUMENT = 3;
export const DEADLINE_EXCEEDED = 4;
export const NOT_FOUND = 5;
export const ALREADY_EXISTS = 6;

export const MIB = 1024 * 1024;

export const errorOf = (answer: BatchAppendResp): { code: number; message: string } => {
  // The client's declarations use another type for google.rpc.Status, with the same content.
  const error = answer.getError() as unknown as { getCode: () => number; getMessage: () => string };
  return { code: error.getCode(), message: error.getMessage() };
};

export const appendsOnWire = async () => {
  const wire = streamsWire(await sharedEventStore());

  const countIn = async (stream: string): Promise<number> => {
    const { answers } = await wire.read({ stream, count: 100 });
    return answers.filter((answer) => answer.hasEvent()).length;
  };

  /** The first response to one append of a batch call. */
  const batch = async (request: Omit<WireBatch, 'correlationId'>): Promise<BatchAppendResp> => {
    const all = [{ correlationId: randomUUID(), ...request }];
    const { answers } = await wire.batchAppend(all, ({ length }) => length > 0);
    return answers[0]!;
  };

  const append = async (stream: string, ...events: readonly WireEvent[]) => {
    const { answers, error } = await wire.append(stream, events);
    if (error !== undefined) throw error;
    return answers[0]!.getSuccess()!;
  };

  return { wire, countIn, batch, append };
};

export type AppendsOnWire = Awaited<ReturnType<typeof appendsOnWire>>;
