import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import type { HttpProblem } from '../contract/problem.js';

/** Maximum size of a request body, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Maximum nesting depth of arrays and objects in a body. */
export const MAX_DEPTH = 32;

const invalid = (problem: string): HttpProblem => ({ _tag: 'RequestIsInvalid', problems: [problem] });
const tooLarge: HttpProblem = { _tag: 'BodyTooLarge', maxBytes: MAX_BODY_BYTES };

/** Reads a body. Stops at the size limit, before anything is parsed. */
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
    request.on('error', () => resolve(E.left(invalid('the body was cut off'))));
  });
};

/**
 * The total number of members of all objects in a JSON text, or undefined if brackets are nested more than `maxDepth`
 * deep. Scans the text only, so it is safe to use before parsing.
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

/** The total number of members after parsing, when duplicate names in an object count once. */
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
  if (members === undefined)
    return E.left(invalid(`body must not be nested more than ${MAX_DEPTH} levels deep`));
  try {
    const value: unknown = JSON.parse(text);
    // JSON.parse would silently keep only the last duplicate.
    return distinctMembersIn(value) === members
      ? E.right(value)
      : E.left(invalid('body must not repeat a field name in an object'));
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

/** A body: its bytes, and their JSON value; `undefined` for an empty body. */
export interface JsonBody {
  readonly bytes: Buffer;
  readonly json: unknown;
}

/** Size from which bodies are parsed one at a time, in bytes. */
const LARGE_BODY = 64 * 1024;

let lastParsed: Promise<void> = Promise.resolve();

/** Resolves when the process has done other waiting work since the last large body was parsed. */
const turnToParse = (): Promise<void> => {
  lastParsed = lastParsed.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastParsed;
};

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
  if (bytes.length >= LARGE_BODY) await turnToParse();
  return E.map((json: unknown) => ({ bytes, json }))(parse(bytes));
};
