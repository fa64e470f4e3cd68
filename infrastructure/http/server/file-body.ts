import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import type { HttpProblem } from '../contract/problem.js';
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

/** How many files a process receives and inspects concurrently: each takes disk space and a decoder. */
const MOST_AT_ONCE = 2;
/** Time limit for receiving a file, in ms. */
const RECEIVE_TIMEOUT = 10 * 60_000;

/** Whether a body is a file by its media type; JSON is not. */
export const isFileType = (contentType: string): boolean =>
  /^(?:video\/|application\/octet-stream\b)/i.test(contentType);

const CUT_OFF: HttpProblem = { _tag: 'RequestIsInvalid', problems: ['the body is incomplete'] };

/** Writes a body to a file; gives its SHA-256 (hex). The rest of a body that is too large is discarded. */
const receiveInto = async (
  request: IncomingMessage,
  path: string,
  maxBytes: number,
): Promise<E.Either<HttpProblem, string>> => {
  const hash = createHash('sha256');
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  let bytes = 0;
  try {
    return await new Promise((resolve, reject) => {
      const sink = new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          bytes += chunk.length;
          if (bytes > maxBytes) {
            request.unpipe(sink).resume();
            resolve(E.left({ _tag: 'BodyTooLarge', maxBytes }));
            return;
          }
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
    if (!file.closed) {
      file.destroy();
      await once(file, 'close').catch(() => undefined);
    }
  }
};

/** Receives files of a bounded size, two at a time. A received file is removed by `dispose`. */
export const fileReceiver = ({ folder, maxBytes }: FileReceiving) => {
  let present = 0;
  return async (request: IncomingMessage): Promise<E.Either<HttpProblem, ReceivedFile>> => {
    const refused = (problem: HttpProblem): E.Either<HttpProblem, never> => {
      request.resume();
      return E.left(problem);
    };
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      return refused({ _tag: 'UnsupportedMediaType', supported: 'a file without Content-Encoding' });
    if (Number(request.headers['content-length'] ?? 0) > maxBytes)
      return refused({ _tag: 'BodyTooLarge', maxBytes });
    if (present >= MOST_AT_ONCE)
      return refused({ _tag: 'TooManyRequests', window: 'moment', retryAfterSeconds: 10 });
    present += 1;
    extendDeadline(request, RECEIVE_TIMEOUT);
    const path = join(folder, randomUUID());
    const dispose = async (): Promise<void> => {
      present -= 1;
      await rm(path, { force: true });
    };
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const received = await receiveInto(request, path, maxBytes);
      if (E.isLeft(received)) await dispose();
      return E.map((sha256: string) => ({ path, sha256, dispose }))(received);
    } catch (error) {
      await dispose();
      throw error;
    }
  };
};
