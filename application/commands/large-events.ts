import canonicalize from 'canonicalize';
import { isRoughlyOver } from '../../domain/codec/rough-bytes.js';
import type { DomainEvent } from '../../domain/events.js';
import type { OwnerId } from '../../domain/ids.js';
import { letOthersRun } from '../let-others-run.js';

/** Size above which an event is large, in bytes of JSON: processing one delays other requests noticeably. */
const LARGE = 64 * 1024;
/** How much of a value is serialised before other work may run, in bytes of JSON. */
const PIECE = 64 * 1024;

/** Whether any of the events is large. */
export const areLarge = (events: ReadonlyArray<DomainEvent>): boolean =>
  events.some(({ data }) => isRoughlyOver(data, LARGE));

/** The owner that the events name, if they name one. */
export const ownerOf = (events: ReadonlyArray<DomainEvent>): OwnerId | undefined =>
  events.map(({ data }) => ('ownerId' in data ? data.ownerId : undefined)).find(Boolean);

/** The canonical JSON (RFC 8785) of a value, in pieces. Joined, they equal the result of `canonicalize`. */
function* canonicalPieces(value: unknown): Generator<string, void, undefined> {
  if (typeof value !== 'object' || value === null || !isRoughlyOver(value, PIECE)) {
    yield canonicalize(value) ?? '';
    return;
  }
  const isArray = Array.isArray(value);
  const members: ReadonlyArray<readonly [string, unknown]> = isArray
    ? value.map((item: unknown) => ['', item ?? null])
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
  yield isArray ? '[' : '{';
  for (const [index, [name, member]] of members.entries()) {
    yield `${index === 0 ? '' : ','}${isArray ? '' : `${JSON.stringify(name)}:`}`;
    yield* canonicalPieces(member);
  }
  yield isArray ? ']' : '}';
}

/** The canonical JSON (RFC 8785) of a large value. The process does other work in between. */
export const canonicalizeInPieces = async (value: unknown): Promise<string> => {
  const pieces: Array<string> = [];
  let bytes = 0;
  for (const piece of canonicalPieces(value)) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < PIECE) continue;
    bytes = 0;
    await letOthersRun();
  }
  return pieces.join('');
};
