import type { ExpectedRevision } from '../append-decision.js';
import { invalidArgument } from './errors.js';

/** What the options of every kind of write have in common. */
type ExpectedRevisionOptions = {
  hasAny: () => boolean;
  hasNoStream: () => boolean;
  hasStreamExists: () => boolean;
};

/** `exact` is the options' exact revision, if one is set; the messages name that field differently. */
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

const NUMBERS = { no_stream: -1n, any: -2n, stream_exists: -4n } as const;

/** An expected revision as the number that stands for it in error trailers. */
export const expectedRevisionNumber = (expected: ExpectedRevision): bigint =>
  typeof expected === 'bigint' ? expected : NUMBERS[expected];
