import { streamNameFilter } from '@eventstore/db-client';
import { STREAM_CATEGORIES } from '../../domain/stream-names.js';

const PREFIXES = Object.keys(STREAM_CATEGORIES).map((category) => `${category}-`);

/** Whether the stream is one of this service's; whatever else is in the store is none of its business. */
export const isOwnStream = (stream: string): boolean => PREFIXES.some((prefix) => stream.startsWith(prefix));

/** The same as a filter of `$all`. */
export const ownStreams = streamNameFilter({ prefixes: PREFIXES });
