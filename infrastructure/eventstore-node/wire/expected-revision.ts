import type { AppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ExpectedRevision } from '../writing/append-decision.js';
import { invalidArgument } from './errors.js';

export const decodeExpectedRevision = (options: AppendReq.Options): ExpectedRevision => {
  if (options.hasRevision()) return BigInt(options.getRevision());
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  throw invalidArgument('The expected revision is missing.');
};
