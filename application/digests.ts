import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { isRoughlyOver } from '../domain/codec/rough-bytes.js';
import { letOthersRun } from './let-others-run.js';

/** How much of a value is serialised before other work may run, in bytes of JSON. */
const PIECE = 64 * 1024;

/** SHA-256 (hex) of bytes, or of text as UTF-8. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** SHA-256 of a JSON value, independent of the order of its fields (RFC 8785). */
export const digestOf = (json: unknown): string => sha256(canonicalize(json) ?? '');

/** The same of a large value, computed in pieces: the process does other work in between. */
export const digestInPieces = async (json: unknown): Promise<string> =>
  sha256(await canonicalizeInPieces(json));

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
