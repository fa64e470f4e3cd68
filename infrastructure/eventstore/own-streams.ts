import { streamNameFilter } from '@eventstore/db-client';
import { STREAM_CATEGORIES } from '../../domain/stream-names.js';

const PREFIXES = Object.keys(STREAM_CATEGORIES).map((category) => `${category}-`);

/** Whether the stream belongs to this service; other streams in the store are ignored. */
export const isOwnStream = (stream: string): boolean => PREFIXES.some((prefix) => stream.startsWith(prefix));

/** The same as a filter of `$all`. */
export const ownStreams = streamNameFilter({ prefixes: PREFIXES });
