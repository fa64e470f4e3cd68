/** The streams service of an event store at wire level, for requests that the official client would not send. */
import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendResp, BatchAppendResp, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { credentials, type ServiceError } from '@grpc/grpc-js';
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js';

const { Empty, StreamIdentifier, UUID } = shared;
const { AppendReq, BatchAppendReq, ReadReq } = streams;

export type WireEvent = {
  readonly id?: string;
  readonly type?: string;
  readonly data?: Uint8Array;
  readonly metadata?: Uint8Array;
};

/** Events as a batch message carries them; `isFinal` defaults to true. */
export type WireBatch = {
  readonly correlationId: string;
  readonly stream?: string;
  readonly expected?: 'any' | 'no_stream';
  /** Milliseconds since 1970. */
  readonly deadline?: number;
  readonly events?: readonly WireEvent[];
  readonly isFinal?: boolean;
};

export type WireRead = {
  /** Undefined: `$all`. */
  readonly stream?: string;
  readonly from?: 'start' | 'end' | bigint;
  /** For reads of `$all`; default: the same as `from`. */
  readonly prepare?: bigint;
  /** Undefined: a subscription. */
  readonly count?: number;
  readonly backwards?: boolean;
  /** Only events of streams with this prefix. */
  readonly prefix?: string;
};

/** How a call ended: with all its responses, or with a status and the responses before it. */
export type WireOutcome<Answer> = { readonly answers: readonly Answer[]; readonly error?: ServiceError };

const identifier = (stream: string) =>
  new StreamIdentifier().setStreamName(new Uint8Array(Buffer.from(stream)));

const fill = <
  Message extends InstanceType<typeof AppendReq.ProposedMessage | typeof BatchAppendReq.ProposedMessage>,
>(
  message: Message,
  { id = randomUUID(), type = 'Wire', data = Buffer.from('{}'), metadata }: WireEvent,
): Message => {
  message.setId(new UUID().setString(id));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  message.setData(data);
  if (metadata !== undefined) message.setCustomMetadata(metadata);
  return message;
};

const batchRequest = ({
  correlationId,
  stream,
  expected = 'any',
  deadline,
  events = [],
  isFinal = true,
}: WireBatch) => {
  const request = new BatchAppendReq()
    .setCorrelationId(new UUID().setString(correlationId))
    .setIsFinal(isFinal)
    .setProposedMessagesList(events.map((event) => fill(new BatchAppendReq.ProposedMessage(), event)));
  if (stream === undefined) return request;
  const options = new BatchAppendReq.Options().setStreamIdentifier(identifier(stream));
  if (expected === 'any') options.setAny(new Empty());
  else options.setNoStream(new Empty());
  if (deadline !== undefined) options.setDeadline(timestamps.Timestamp.fromDate(new Date(deadline)));
  return request.setOptions(options);
};

const readRequest = ({ stream, from = 'start', count, backwards = false, prefix, prepare }: WireRead) => {
  const { Options } = ReadReq;
  const options = new Options()
    .setReadDirection(backwards ? Options.ReadDirection.BACKWARDS : Options.ReadDirection.FORWARDS)
    .setUuidOption(new Options.UUIDOption().setString(new Empty()));
  if (stream === undefined) {
    const all = new Options.AllOptions();
    if (from === 'start') all.setStart(new Empty());
    else if (from === 'end') all.setEnd(new Empty());
    else {
      const at = String(from);
      all.setPosition(
        new Options.Position().setCommitPosition(at).setPreparePosition(String(prepare ?? from)),
      );
    }
    options.setAll(all);
  } else {
    const one = new Options.StreamOptions().setStreamIdentifier(identifier(stream));
    if (from === 'start') one.setStart(new Empty());
    else if (from === 'end') one.setEnd(new Empty());
    else one.setRevision(String(from));
    options.setStream(one);
  }
  if (count === undefined) options.setSubscription(new Options.SubscriptionOptions());
  else options.setCount(String(count));
  if (prefix === undefined) options.setNoFilter(new Empty());
  else {
    const filter = new Options.FilterOptions().setMax(32).setCheckpointintervalmultiplier(1);
    options.setFilter(
      filter.setStreamIdentifier(new Options.FilterOptions.Expression().setPrefixList([prefix])),
    );
  }
  return new ReadReq().setOptions(options);
};

const collect = <Answer>(
  call: NodeJS.EventEmitter & { cancel: () => void },
  enough: (answers: readonly Answer[]) => boolean,
): Promise<WireOutcome<Answer>> =>
  new Promise((resolve) => {
    const answers: Answer[] = [];
    call.on('data', (answer: Answer) => {
      answers.push(answer);
      if (!enough(answers)) return;
      resolve({ answers });
      call.cancel();
    });
    call.on('error', (error: ServiceError) => resolve({ answers, error }));
    call.on('end', () => resolve({ answers }));
  });

/** Connects to the server of a connection string without TLS; close it in an `after` hook. */
export const streamsWire = (connectionString: string) => {
  const { host } = new URL(connectionString.replace(/^esdb(\+discover)?:/u, 'http:'));
  const client = new streamsService.StreamsClient(host, credentials.createInsecure());

  const append = (
    stream: string,
    events: readonly WireEvent[],
    expected: 'any' | 'no_stream' | bigint = 'any',
  ): Promise<WireOutcome<AppendResp>> =>
    new Promise((resolve) => {
      const call = client.append((error, answer) =>
        resolve(error === null ? { answers: [answer] } : { answers: [], error }),
      );
      const options = new AppendReq.Options().setStreamIdentifier(identifier(stream));
      if (expected === 'any') options.setAny(new Empty());
      else if (expected === 'no_stream') options.setNoStream(new Empty());
      else options.setRevision(String(expected));
      call.write(new AppendReq().setOptions(options));
      for (const event of events) {
        call.write(new AppendReq().setProposedMessage(fill(new AppendReq.ProposedMessage(), event)));
      }
      call.end();
    });

  /** Sends all messages and cancels after enough responses. If half-closed, the server may end the call before. */
  const batchAppend = (
    batches: readonly WireBatch[],
    enough: (answers: readonly BatchAppendResp[]) => boolean,
    then: 'stay open' | 'half-close' = 'stay open',
  ): Promise<WireOutcome<BatchAppendResp>> => {
    const call = client.batchAppend();
    const outcome = collect<BatchAppendResp>(call, enough);
    for (const batch of batches) call.write(batchRequest(batch));
    if (then === 'half-close') call.end();
    return outcome;
  };

  /** Reads to the end, or subscribes, and cancels after enough responses. */
  const read = (
    request: WireRead,
    enough: (answers: readonly ReadResp[]) => boolean = () => false,
  ): Promise<WireOutcome<ReadResp>> => collect<ReadResp>(client.read(readRequest(request)), enough);

  return { append, batchAppend, read, close: () => client.close() };
};
