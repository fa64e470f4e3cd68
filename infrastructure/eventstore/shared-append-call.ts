import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient, JSONEventData } from '@eventstore/db-client';
import type { CallOptions, ClientDuplexStream, Metadata } from '@grpc/grpc-js';
import grpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { LogPosition } from '../../domain/events.js';
import type { ExpectedRevision } from '../../application/ports/event-store.js';
import { batchAppendRequest } from './batch-append-request.js';

/** How long the server may take to answer an append, in ms. */
const TIMEOUT = 3000;

type StreamsClient = InstanceType<typeof grpc.StreamsClient>;
type Response = InstanceType<typeof streams.BatchAppendResp>;
type Call = ClientDuplexStream<InstanceType<typeof streams.BatchAppendReq>, Response>;

/** What the client uses for its own calls. */
interface ClientInternals {
  readonly GRPCStreamCreator: (
    Client: typeof grpc.StreamsClient,
    name: string,
    create: (client: StreamsClient) => Call,
    cache: WeakMap<StreamsClient, Call>,
  ) => () => Promise<Call>;
  readonly callArguments: (
    options: object,
    callOptions: { readonly deadline: number },
  ) => [Metadata, CallOptions];
}

/** Takes the position of an append, or nothing if it is unknown. */
type Answer = (position?: LogPosition) => void;

const { batchAppend } = grpc.StreamsService;

const halfOf = (bits: string): string => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');

/** The correlation id without dashes. Servers send ids as text or as two numbers. */
const correlationIdOf = (response: Response): string => {
  const id = response.getCorrelationId();
  const numbers = id?.getStructured();
  if (!numbers) return (id?.getString() ?? '').replaceAll('-', '').toLowerCase();
  return halfOf(numbers.getMostSignificantBits()) + halfOf(numbers.getLeastSignificantBits());
};

const positionIn = (response: Response): LogPosition | undefined => {
  const position = response.getSuccess()?.getPosition();
  if (!position) return undefined;
  return {
    commit: BigInt(position.getCommitPosition()),
    prepare: BigInt(position.getPreparePosition()),
  };
};

/**
 * Sends appends over one call that stays open, which costs client and server much less than a call for each. Resolves
 * with the position, or with `undefined` for everything but a success: the append may have been stored, refused or
 * lost. The caller then repeats it in a call of its own, which has the same effect, because events have ids.
 *
 * The client's own batch appends are not used: there, an error of the call rejects all appends under way, and a late
 * response ends the process.
 */
export const sharedAppendCall = (client: EventStoreDBClient) => {
  const internals = client as unknown as ClientInternals;
  const calls = new WeakMap<StreamsClient, Call>();
  const waitingFor = new WeakMap<Call, Map<string, Answer>>();

  const open = (grpcClient: StreamsClient): Call => {
    const waiting = new Map<string, Answer>();
    const giveUp = (): void => {
      for (const answer of waiting.values()) answer();
      waiting.clear();
    };
    const call: Call = grpcClient.makeBidiStreamRequest(
      batchAppend.path,
      batchAppend.requestSerialize,
      batchAppend.responseDeserialize,
      ...internals.callArguments({}, { deadline: Infinity }),
    );
    waitingFor.set(call, waiting);
    return call
      .on('data', (response: Response) => {
        const id = correlationIdOf(response);
        waiting.get(id)?.(positionIn(response));
        waiting.delete(id);
      })
      .on('error', giveUp)
      .on('end', giveUp);
  };
  const callOf = internals.GRPCStreamCreator(grpc.StreamsClient, 'appendToStream', open, calls);

  return async (
    stream: string,
    expected: ExpectedRevision,
    events: ReadonlyArray<JSONEventData>,
  ): Promise<LogPosition | undefined> => {
    const call = await callOf().catch(() => undefined);
    const waiting = call && waitingFor.get(call);
    if (!waiting || call.destroyed || call.writableEnded) return undefined;
    const correlationId = randomUUID();
    const key = correlationId.replaceAll('-', '');
    return new Promise((resolve) => {
      const answer: Answer = (position) => {
        clearTimeout(timer);
        waiting.delete(key);
        resolve(position);
      };
      const timer = setTimeout(() => answer(), TIMEOUT);
      waiting.set(key, answer);
      const deadline = new Date(Date.now() + TIMEOUT);
      call.write(batchAppendRequest({ correlationId, stream, expected, deadline, events }));
    });
  };
};
