import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { letOthersRun } from '../../../application/let-others-run.js';
import { type HttpProblem, invalidRequest } from '../contract/problem.js';

/** Maximum size of a request body, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Maximum nesting depth of arrays and objects in a body. */
export const MAX_DEPTH = 32;

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
    request.on('error', () => resolve(E.left(invalidRequest('the body is incomplete'))));
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

const decodeUtf8 = (bytes: Buffer): E.Either<HttpProblem, string> => {
  try {
    return E.right(utf8.decode(bytes));
  } catch {
    return E.left(invalidRequest('body must be UTF-8'));
  }
};

const isType =
  (...types: ReadonlyArray<string>) =>
  (contentType: string): boolean => {
    const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
    const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice(8);
    return types.includes(type) && (charset === undefined || /^"?utf-?8"?$/.test(charset));
  };

/** Whether a body is JSON in UTF-8 by its media type. */
export const isJson = isType('application/json', 'application/merge-patch+json');

/** Whether a body is CSV in UTF-8 by its media type. */
export const isCsv = isType('text/csv');

/** A body: its bytes, and their JSON value; `undefined` for an empty body. */
export interface JsonBody {
  readonly bytes: Buffer;
  readonly json: unknown;
}

/** Size from which bodies are parsed one at a time, in steps, in bytes. */
const LARGE_BODY = 64 * 1024;

let lastStep: Promise<void> = Promise.resolve();

/** Resolves when other pending work has run since the last step of any large body. */
const yieldAfterStep = (): Promise<void> => (lastStep = lastStep.then(letOthersRun));

/** V8's message about invalid JSON, with line and column; empty if the message states no position. */
const syntaxProblem = (text: string, { message }: SyntaxError): string => {
  if (message === 'Unexpected end of JSON input') return ': it ends too early';
  const [, what, position] = /^([^\n]+?)(?: in JSON)? at position (\d+)/.exec(message) ?? [];
  if (what === undefined) return '';
  const lines = text.slice(0, Number(position)).split('\n');
  return `: ${what} at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
};

const parsed = (text: string): E.Either<HttpProblem, unknown> => {
  try {
    return E.right(JSON.parse(text) as unknown);
  } catch (error) {
    return E.left(invalidRequest(`body must be JSON${syntaxProblem(text, error as SyntaxError)}`));
  }
};

/** Parses a body. Other requests are handled between the steps of a large one, and before its value is used. */
const parse = async (bytes: Buffer): Promise<E.Either<HttpProblem, unknown>> => {
  const step = bytes.length >= LARGE_BODY ? yieldAfterStep : () => undefined;
  await step();
  const decoded = decodeUtf8(bytes);
  if (E.isLeft(decoded)) return decoded;
  const members = memberCountOf(decoded.right, MAX_DEPTH);
  if (members === undefined)
    return E.left(invalidRequest(`body must not be nested more than ${MAX_DEPTH} levels deep`));
  await step();
  const value = parsed(decoded.right);
  if (E.isLeft(value)) return value;
  await step();
  // JSON.parse silently keeps only the last duplicate.
  if (distinctMembersIn(value.right) !== members)
    return E.left(invalidRequest('body must not repeat a field name in an object'));
  await step();
  return value;
};

/** Reads a body that is not encoded. */
const readPlain = (request: IncomingMessage, type: string): Promise<E.Either<HttpProblem, Buffer>> => {
  if ((request.headers['content-encoding'] ?? 'identity') === 'identity') return readBytes(request);
  request.resume();
  return Promise.resolve(
    E.left({ _tag: 'UnsupportedMediaType', supported: `${type} without Content-Encoding` }),
  );
};

/** Reads a CSV body within the size limit; `json` has its text in the field `csv`. */
export const readCsvBody = async (request: IncomingMessage): Promise<E.Either<HttpProblem, JsonBody>> => {
  const read = await readPlain(request, 'text/csv');
  return E.isLeft(read)
    ? read
    : E.map((csv: string) => ({ bytes: read.right, json: { csv } }))(decodeUtf8(read.right));
};

/** Reads a JSON body within the limits of size and nesting. */
export const readJsonBody = async (request: IncomingMessage): Promise<E.Either<HttpProblem, JsonBody>> => {
  const { 'content-type': type } = request.headers;
  const read = await readPlain(request, 'application/json');
  if (E.isLeft(read)) return read;
  const bytes = read.right;
  if (bytes.length === 0) return E.right({ bytes, json: undefined });
  if (!isJson(type ?? '')) return E.left({ _tag: 'UnsupportedMediaType', supported: 'application/json' });
  return E.map((json: unknown) => ({ bytes, json }))(await parse(bytes));
};
