import { InvalidArgumentError } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { instant } from '../../../domain/codec/scalars.js';
import { OwnerId, VideoId } from '../../../domain/ids.js';

/** Parses an argument as its codec decodes it. @param problem what an invalid one is told */
export const parsedAs =
  <A>(codec: t.Decoder<unknown, A>, problem: string) =>
  (text: string): A => {
    const value = codec.decode(text);
    if (E.isRight(value)) return value.right;
    throw new InvalidArgumentError(problem);
  };

export const parseOwner = parsedAs(
  OwnerId,
  'an owner must have 1 to 100 characters: letters, digits and ._@-',
);

/** The id of a video or of a render: both are UUIDs in lower case. */
export const parseId = parsedAs(VideoId, 'not an id; use a UUID in lower case');

const parseInstant = parsedAs(instant, 'use a time like 2026-01-31T12:00:00Z');

/** Parses an instant (RFC 3339). A date without a time means midnight UTC. */
export const parseTime = (text: string): Date =>
  new Date(parseInstant(/^[\d-]{10}$/.test(text) ? `${text}T00:00:00Z` : text));
