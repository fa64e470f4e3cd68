import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadDirection } from '../event-log.js';
import type { RecordedEvent } from '../recorded-event.js';
import { badRequest, invalidArgument, unexpectedResult, unimplemented } from './errors.js';
import { decodeStreamName } from './identifiers.js';
import { ReadReq as ReadReqMessage } from './messages.js';

/** Where a read starts: a revision, a position in `$all`, or one of the ends. */
export type ReadFrom = bigint | 'start' | 'end';

export type FilterOptions = {
  readonly accepts: (event: RecordedEvent) => boolean;
  /** How many events are considered between checkpoints, whether they are delivered or not. */
  readonly checkpointInterval: number;
};

export type ReadOptions = {
  /** Undefined: `$all`. */
  readonly stream: string | undefined;
  readonly from: ReadFrom;
  readonly direction: ReadDirection;
  /** Undefined: a subscription. */
  readonly count: bigint | undefined;
  readonly filter: FilterOptions | undefined;
};

/** The number of events between two checkpoints is a multiple of the search window; this is its default. */
const DEFAULT_SEARCH_WINDOW = 32;

const GREATEST_INT64 = 2n ** 63n - 1n;
const GREATEST_UINT64 = 2n ** 64n - 1n;

/** Revisions and positions are signed on the server, where -1 means the end. */
const decodePlace = (text: string): ReadFrom => {
  const place = BigInt(text);
  if (place === GREATEST_UINT64) return 'end';
  if (place > GREATEST_INT64) throw badRequest('The place to read from is out of range.');
  return place;
};

const decodeFrom = (options: ReadReq.Options): ReadFrom => {
  const stream = options.getStream();
  const all = options.getAll();
  if (stream?.hasRevision() === true) return decodePlace(stream.getRevision());
  const position = all?.getPosition();
  if (position !== undefined) {
    const commit = decodePlace(position.getCommitPosition());
    const prepare = decodePlace(position.getPreparePosition());
    if (commit !== 'end' && (prepare === 'end' || commit < prepare)) {
      throw badRequest('The commit position is before the prepare position.');
    }
    return commit;
  }
  return (stream ?? all)?.hasEnd() === true ? 'end' : 'start';
};

const decodeFilter = (filter: ReadReq.Options.FilterOptions): FilterOptions => {
  const onType = filter.getEventType();
  const expression = onType ?? filter.getStreamIdentifier();
  if (expression === undefined) throw invalidArgument('The filter is empty.');
  const window = filter.hasMax() ? filter.getMax() : DEFAULT_SEARCH_WINDOW;
  const checkpointInterval = window * filter.getCheckpointintervalmultiplier();
  if (checkpointInterval === 0) throw invalidArgument('The checkpoint interval must be greater than 0.');
  if (expression.getRegex() !== '') throw unimplemented('Filters by regular expressions are not supported.');
  const field = onType === undefined ? 'stream' : 'type';
  const prefixes = expression.getPrefixList();
  return {
    accepts: (event) => prefixes.some((prefix) => event[field].startsWith(prefix)),
    checkpointInterval,
  };
};

/** Throws a CallError if the request is invalid. */
export const decodeReadRequest = (request: ReadReq): ReadOptions => {
  const options = request.getOptions();
  const stream = options?.getStream();
  if (options === undefined || (stream === undefined && !options.hasAll())) {
    throw invalidArgument('Neither a stream nor $all is given.');
  }
  const backwards = options.getReadDirection() === ReadReqMessage.Options.ReadDirection.BACKWARDS;
  if (backwards && options.hasSubscription()) throw invalidArgument('Subscriptions run forwards only.');
  if (stream !== undefined && options.hasSubscription()) {
    throw unimplemented('Subscriptions to one stream are not supported; subscribe to $all with a prefix.');
  }
  const from = decodeFrom(options);
  const count = options.hasSubscription() ? undefined : BigInt(options.getCount());
  if (stream !== undefined && count !== undefined && (count === 0n || (from === 'end' && !backwards))) {
    throw unexpectedResult('ReadStreamResult');
  }
  const filter = options.getFilter();
  if (filter !== undefined && stream !== undefined) throw invalidArgument('Only $all can be filtered.');
  return {
    stream: stream === undefined ? undefined : decodeStreamName(stream.getStreamIdentifier()),
    from,
    direction: backwards ? 'backwards' : 'forwards',
    count,
    filter: filter === undefined ? undefined : decodeFilter(filter),
  };
};
