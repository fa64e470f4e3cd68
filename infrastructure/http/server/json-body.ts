import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import type { HttpProblem } from '../contract/problem.js';

/** The most a request body may have, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** How deep arrays and objects may be nested in a body. */
export const MAX_DEPTH = 32;

const invalid = (problem: string): HttpProblem => ({ _tag: 'RequestIsInvalid', problems: [problem] });
const tooLarge: HttpProblem = { _tag: 'BodyTooLarge', maxBytes: MAX_BODY_BYTES };

/** Reads a body; one that is too large is given up at the limit, before anything is parsed. */
const readBytes = (request: IncomingMessage): Promise<E.Either<HttpProblem, Buffer>> => {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    request.resume();
    return Promise.resolve(E.left(tooLarge));
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) {
        request.off('data', onData).resume();
        resolve(E.left(tooLarge));
      } else chunks.push(chunk);
    };
    request.on('data', onData);
    request.on('end', () => resolve(E.right(Buffer.concat(chunks))));
    request.on('error', () => resolve(E.left(invalid('body broke off'))));
  });
};

/**
 * How many members the objects in a JSON text have together, unless brackets are nested more than `maxDepth` deep. Looks
 * at the text alone, so it is safe before parsing.
 */
const memberCountOf = (json: string, maxDepth: number): number | undefined => {
  let depth = 0;
  let members = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return undefined;
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x3a) members++;
  }
  return members;
};

/** How many members are left of them: a name given twice in one object counts once. */
const distinctMembersIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const inner: ReadonlyArray<unknown> = Array.isArray(value) ? value : Object.values(value);
  return inner.reduce<number>(
    (sum, one) => sum + distinctMembersIn(one),
    Array.isArray(value) ? 0 : inner.length,
  );
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const parse = (bytes: Buffer): E.Either<HttpProblem, unknown> => {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return E.left(invalid('body must be UTF-8'));
  }
  const members = memberCountOf(text, MAX_DEPTH);
  if (members === undefined) return E.left(invalid(`body must not be nested more than ${MAX_DEPTH} deep`));
  try {
    const value: unknown = JSON.parse(text);
    // JSON.parse keeps the last of them and would lose the others in silence.
    return distinctMembersIn(value) === members
      ? E.right(value)
      : E.left(invalid('body must not name a field twice in one object'));
  } catch {
    return E.left(invalid('body must be JSON'));
  }
};

const isJson = (contentType: string): boolean => {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice(8);
  return (
    (type === 'application/json' || type === 'application/merge-patch+json') &&
    (charset === undefined || /^"?utf-?8"?$/.test(charset))
  );
};

/** A body as it came: its bytes, and the JSON value in them; no bytes at all are `undefined`. */
export interface JsonBody {
  readonly bytes: Buffer;
  readonly json: unknown;
}

/** Reads a JSON body within the limits of size and depth. */
export const readJsonBody = async (request: IncomingMessage): Promise<E.Either<HttpProblem, JsonBody>> => {
  const { 'content-type': type, 'content-encoding': coding = 'identity' } = request.headers;
  if (coding !== 'identity') {
    request.resume();
    return E.left({ _tag: 'UnsupportedMediaType', supported: 'application/json without Content-Encoding' });
  }
  const read = await readBytes(request);
  if (E.isLeft(read)) return read;
  const bytes = read.right;
  if (bytes.length === 0) return E.right({ bytes, json: undefined });
  if (!isJson(type ?? '')) return E.left({ _tag: 'UnsupportedMediaType', supported: 'application/json' });
  return E.map((json: unknown) => ({ bytes, json }))(parse(bytes));
};
