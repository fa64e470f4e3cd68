import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import type { NoPlace, Party } from '../../../application/places/fair-places.js';
import type { Fault } from '../../../application/ports/fault.js';
import { watchTransfer } from '../../platform/transfer-watch.js';
import { type HttpProblem, invalidRequest } from '../contract/problem.js';
import type { Pace } from '../../../application/places/shared-resources.js';
import type { Shared } from './held-places.js';
import { extendDeadline } from './request-deadline.js';

/** A file that a client sent, in a temporary place. */
export interface ReceivedFile {
  readonly path: string;
  /** hex */
  readonly sha256: string;
  readonly dispose: () => Promise<void>;
}

export interface FileReceiving {
  /** The folder of received files. */
  readonly folder: string;
  readonly maxBytes: number;
}

/** Time limit for receiving a file, in ms. */
const RECEIVE_TIMEOUT = 10 * 60_000;

/** Whether a body is a file by its media type; JSON is not. */
export const isFileType = (contentType: string): boolean =>
  /^(?:video\/|application\/octet-stream\b)/i.test(contentType);

const CUT_OFF = invalidRequest('the body is incomplete');

/** Writes a body to a file; gives its SHA-256 (hex). The rest of a body that is too large or slow is discarded. */
const receiveInto = async (
  request: IncomingMessage,
  path: string,
  maxBytes: number,
  pace: Pace,
): Promise<E.Either<HttpProblem, string>> => {
  const hash = createHash('sha256');
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const watch = watchTransfer(pace, (observed) => new Error(`the client ${observed}`));
  let bytes = 0;
  try {
    return await new Promise((resolve, reject) => {
      const stop = (problem: HttpProblem): void => {
        request.unpipe(sink).resume();
        resolve(E.left(problem));
      };
      watch.tooSlow.addEventListener('abort', () => {
        stop({ _tag: 'RequestTimedOut', observed: (watch.tooSlow.reason as Error).message });
      });
      const sink = new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          bytes += chunk.length;
          watch.received(chunk.length);
          if (bytes > maxBytes) return stop({ _tag: 'BodyTooLarge', maxBytes });
          hash.update(chunk);
          file.write(chunk, done);
        },
        final: (done) => void file.end(done),
      });
      sink.once('finish', () => resolve(E.right(hash.digest('hex'))));
      sink.once('error', reject);
      file.once('error', reject);
      request.once('close', () => {
        if (!request.complete) resolve(E.left(CUT_OFF));
      });
      request.pipe(sink);
    });
  } finally {
    watch.end();
    if (!file.closed) {
      file.destroy();
      await once(file, 'close').catch(() => undefined);
    }
  }
};

/** Receives files of a bounded size. A received file is removed, and its place given back, by `dispose`. */
export const fileReceiver =
  ({ folder, maxBytes }: FileReceiving, { places, sharing: { pace, waitMs } }: Shared) =>
  async (
    request: IncomingMessage,
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
    const entered = await places.enter(party, signal);
    if (E.isLeft(entered)) return refused(entered.left);
    const path = join(folder, randomUUID());
    const dispose = async (): Promise<void> => {
      await rm(path, { force: true }).finally(entered.right.leave);
    };
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const received = await receiveInto(request, path, maxBytes, pace);
      if (E.isLeft(received)) await dispose();
      return E.map((sha256: string) => ({ path, sha256, dispose }))(received);
    } catch (error) {
      await dispose();
      throw error;
    }
  };
