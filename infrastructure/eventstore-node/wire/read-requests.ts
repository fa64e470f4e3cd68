import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { RecordedEvent } from '../recorded-event.js';
import { invalidArgument, unimplemented } from './errors.js';
import { decodeStreamName } from './identifiers.js';
import { ReadReq as ReadReqMessage } from './messages.js';

export type ReadRequest =
  | {
      readonly _tag: 'Read';
      /** Undefined: `$all`. */
      readonly stream: string | undefined;
      /** The first revision; of `$all`, the position, which is not included backwards. */
      readonly from: bigint;
      readonly direction: 'forwards' | 'backwards';
      /** How many events are read at most. */
      readonly count: number;
    }
  | {
      readonly _tag: 'Subscription';
      /** Events of `$all` after this position are delivered if they are accepted. */
      readonly after: bigint;
      readonly accepts: (event: RecordedEvent) => boolean;
    };

/** The end of a stream, and of `$all`: what PostgreSQL's bigint can hold at most. */
const GREATEST = 2n ** 63n - 1n;

const decodeFrom = (options: ReadReq.Options): bigint => {
  const [stream, all] = [options.getStream(), options.getAll()];
  if ((stream ?? all)?.hasEnd() === true) return GREATEST;
  const text = stream?.hasRevision() ? stream.getRevision() : all?.getPosition()?.getCommitPosition();
  const place = BigInt(text ?? 0);
  return place < GREATEST ? place : GREATEST;
};

/** What a subscription delivers: the events of streams with one of the prefixes, or all. */
const decodeFilter = (filter: ReadReq.Options.FilterOptions | undefined) => {
  if (filter === undefined) return () => true;
  const prefixes = filter.getStreamIdentifier()?.getPrefixList() ?? [];
  if (prefixes.length === 0) throw unimplemented('Only filters by prefixes of stream names are supported.');
  return ({ stream }: RecordedEvent) => prefixes.some((prefix) => stream.startsWith(prefix));
};

/** Throws a CallError if the request is invalid or the node does not support it. */
export const decodeReadRequest = (request: ReadReq): ReadRequest => {
  const options = request.getOptions();
  const stream = options?.getStream();
  if (options === undefined || (stream === undefined && !options.hasAll()))
    throw invalidArgument('Neither a stream nor $all is given.');
  const from = decodeFrom(options);
  const isBackwards = options.getReadDirection() === ReadReqMessage.Options.ReadDirection.BACKWARDS;
  if (options.hasSubscription()) {
    if (isBackwards || stream !== undefined)
      throw unimplemented('Only subscriptions to $all are supported, forwards.');
    return { _tag: 'Subscription', after: from, accepts: decodeFilter(options.getFilter()) };
  }
  if (options.hasFilter()) throw unimplemented('Only subscriptions can be filtered.');
  return {
    _tag: 'Read',
    stream: stream === undefined ? undefined : decodeStreamName(stream.getStreamIdentifier()),
    from,
    direction: isBackwards ? 'backwards' : 'forwards',
    count: Number(options.getCount()),
  };
};
