import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import * as E from 'fp-ts/lib/Either.js';
import type { NoPlace, Party } from '../../../application/permits/permit-counts.js';
import type { SourceNotRead } from '../../../application/ports/source-proxy.js';
import type { Fault } from '../../../application/ports/fault.js';
import { errorCode } from '../../platform/error-code.js';
import { watchTransfer } from '../../platform/transfer-watch.js';
import { type HttpProblem, invalidRequest } from '../contract/problem.js';
import type { Pace } from '../../../application/permits/shared-resources.js';
import type { SharedResource } from './request-permits.js';
import { extendDeadline } from './request-deadline.js';

/** A file that a client sent, in a temporary folder. */
export interface ReceivedFile {
  readonly path: string;
  /** In hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** Its name in a form (multipart/form-data). */
  readonly name?: string;
  readonly dispose: () => Promise<void>;
}

export interface FileReceiving {
  readonly folder: string;
  /** The maximum size of a file to verify, in bytes. */
  readonly maxBytes: number;
}

/** Time limit for receiving a file, in ms. */
const RECEIVE_TIMEOUT = 10 * 60_000;

/** Whether a body is a file by its media type; JSON is not. */
export const isFileType = (contentType: string): boolean =>
  /^(?:video\/|application\/octet-stream\b)/i.test(contentType);

const isForm = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType);

const CUT_OFF = invalidRequest('the body is incomplete');

/** Content that is being received. */
interface IncomingContent {
  readonly content: Readable;
  readonly name?: string;
}

const fileOfForm = (request: IncomingMessage): Promise<E.Either<HttpProblem, IncomingContent>> =>
  new Promise((resolve) => {
    const invalid = (problem: string): void => {
      request.resume();
      resolve(E.left(invalidRequest(problem)));
    };
    try {
      const form = busboy({ headers: request.headers, limits: { files: 1 } });
      form.once('file', (_field, content, { filename }) => {
        // The reader of the content reports the error.
        content.on('error', () => undefined);
        resolve(E.right({ content, ...(filename ? { name: filename } : {}) }));
      });
      form.on('error', () => invalid('the form is incomplete'));
      form.once('close', () => invalid('the form must have a file'));
      request.pipe(form);
    } catch {
      invalid('the form has no boundary');
    }
  });

class TooLarge extends Error {}

/** Writes content to a new file. @param received called with the size of each chunk */
const writeFile = async (
  content: NodeJS.ReadableStream,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
  received: (bytes: number) => void = () => undefined,
): Promise<Pick<ReceivedFile, 'path' | 'sha256' | 'bytes'>> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      received(chunk.length);
      if (bytes > maxBytes) return done(new TooLarge());
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(content, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  return { path, sha256: hash.digest('hex'), bytes };
};

/** Why a file was not written, unless its content ended early. */
const writeProblem = (error: unknown, maxBytes: number): HttpProblem | undefined => {
  if (error instanceof TooLarge) return { _tag: 'BodyTooLarge', maxBytes };
  const isFull = error instanceof Error && ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
  return isFull ? { _tag: 'StorageIsFull' } : undefined;
};

/** Writes a body to a file. The rest of a body that is too large or slow is discarded. */
const receiveInto = async (
  request: IncomingMessage,
  { content, name }: IncomingContent,
  path: string,
  maxBytes: number,
  pace: Pace,
): Promise<E.Either<HttpProblem, Omit<ReceivedFile, 'dispose'>>> => {
  const watch = watchTransfer(pace, (observed) => new Error(`the client ${observed}`));
  const cutOff = new AbortController();
  content.once('error', () => cutOff.abort());
  request.once('close', () => {
    if (!request.complete) cutOff.abort();
  });
  // A copy that can be destroyed: destroying the request would close the connection, which the response needs.
  const copy = content.pipe(new PassThrough());
  try {
    const signal = AbortSignal.any([watch.tooSlow, cutOff.signal]);
    const file = await writeFile(copy, path, maxBytes, signal, watch.received);
    return E.right({ ...file, ...(name === undefined ? {} : { name }) });
  } catch (error) {
    content.unpipe(copy).resume();
    request.resume();
    const problem = writeProblem(error, maxBytes);
    if (problem) return E.left(problem);
    if (cutOff.signal.aborted) return E.left(CUT_OFF);
    if (!watch.tooSlow.aborted) throw error;
    return E.left({ _tag: 'RequestTimedOut', observed: (watch.tooSlow.reason as Error).message });
  } finally {
    watch.end();
  }
};

/** Receives content that is not the body of a request. A received file is removed by `dispose`. */
export const receiveStream = async (
  content: NodeJS.ReadableStream,
  folder: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<E.Either<HttpProblem | SourceNotRead, ReceivedFile>> => {
  const path = join(folder, randomUUID());
  const dispose = () => rm(path, { force: true });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return E.right({ ...(await writeFile(content, path, maxBytes, signal)), dispose });
  } catch (error) {
    await dispose();
    const ended = 'the source ended before it was complete';
    return E.left(
      writeProblem(error, maxBytes) ?? { _tag: 'SourceNotRead', message: ended, retryable: true },
    );
  }
};

/** Receives files of a bounded size. A received file is removed, and its permit released, by `dispose`. */
export const fileReceiver =
  (folder: string, { semaphore, sharing: { pace, waitMs } }: SharedResource) =>
  async (
    request: IncomingMessage,
    maxBytes: number,
    party: Party,
    signal: AbortSignal,
  ): Promise<E.Either<HttpProblem | NoPlace | Fault, ReceivedFile>> => {
    const refused = <P>(problem: P): E.Either<P, never> => {
      request.resume();
      return E.left(problem);
    };
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      return refused<HttpProblem>({
        _tag: 'UnsupportedMediaType',
        supported: 'a file without Content-Encoding',
      });
    if (Number(request.headers['content-length'] ?? 0) > maxBytes)
      return refused<HttpProblem>({ _tag: 'BodyTooLarge', maxBytes });
    extendDeadline(request, waitMs + RECEIVE_TIMEOUT);
    const permit = await semaphore.acquire(party, signal);
    if (E.isLeft(permit)) return refused(permit.left);
    const path = join(folder, randomUUID());
    const dispose = async (): Promise<void> => {
      await rm(path, { force: true }).finally(permit.right.release);
    };
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sent = isForm(request.headers['content-type'] ?? '')
        ? await fileOfForm(request)
        : E.right({ content: request });
      const received = E.isLeft(sent) ? sent : await receiveInto(request, sent.right, path, maxBytes, pace);
      if (E.isLeft(received)) await dispose();
      return E.map((file: Omit<ReceivedFile, 'dispose'>) => ({ ...file, dispose }))(received);
    } catch (error) {
      await dispose();
      throw error;
    }
  };
