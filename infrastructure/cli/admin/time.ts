import { InvalidArgumentError } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../domain/codec/codec.js';
import { instant } from '../../../domain/codec/scalars.js';

/** Parses an instant (RFC 3339). A date without a time means midnight UTC. */
export const parseTime = (text: string): Date => {
  const time = decode(instant, /^[\d-]{10}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (E.isRight(time)) return new Date(time.right);
  throw new InvalidArgumentError('use a time like 2026-01-31T12:00:00Z');
};
