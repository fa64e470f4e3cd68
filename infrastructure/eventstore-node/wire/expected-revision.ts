import type { ExpectedRevision } from '../writing/append-decision.js';
import { invalidArgument } from './errors.js';

/** The common options of all kinds of writes. */
type ExpectedRevisionOptions = {
  hasAny: () => boolean;
  hasNoStream: () => boolean;
  hasStreamExists: () => boolean;
};

/** `exact` is the exact revision in the options, if set; the messages use different names for that field. */
export const decodeExpectedRevision = (
  options: ExpectedRevisionOptions,
  exact: string | undefined,
): ExpectedRevision => {
  if (exact !== undefined) return BigInt(exact);
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  throw invalidArgument('The expected revision is missing.');
};
