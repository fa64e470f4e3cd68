import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { DownloadError } from './download-error.js';
import type { SourceResponse } from './guarded-get.js';

export interface Bounds {
  /** The most one source may hold, in bytes. */
  readonly assetBytes: number;
  /** What the whole render may still fetch, in bytes. */
  readonly budget: { remainingBytes: number };
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The content encoding of a response; undefined for none. */
export const contentEncoding = ({ headers }: SourceResponse): string | undefined => {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  return encoding === undefined || encoding === '' || encoding === 'identity' ? undefined : encoding;
};

/** Counts bytes against the limits. @throws DownloadError when a limit is exceeded */
export const spend = (bytes: number, { assetBytes, budget }: Bounds, sizeSoFar: number): void => {
  if (sizeSoFar + bytes > assetBytes)
    throw new DownloadError(`the source is larger than ${assetBytes} bytes`);
  budget.remainingBytes -= bytes;
  if (budget.remainingBytes < 0) {
    throw new DownloadError('the sources of the render exceed their total size limit');
  }
};

/**
 * Reads the body of a response, within limits for both the bytes on the wire and the decoded bytes. If the server
 * compressed the content although it was asked not to, the content is decoded once.
 * @param sizeBefore how many bytes an earlier connection received
 * @param write called with each chunk of the content
 */
export const receiveBody = async (
  response: SourceResponse,
  bounds: Bounds,
  sizeBefore: number,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> => {
  const announced = Number(response.headers['content-length'] ?? 0);
  const available = Math.min(bounds.assetBytes - sizeBefore, bounds.budget.remainingBytes);
  if (announced > available) spend(announced, bounds, sizeBefore);
  const encoding = contentEncoding(response);
  const decoder = encoding === undefined ? undefined : DECODERS[encoding];
  if (encoding !== undefined && !decoder)
    throw new DownloadError('the source has an unknown content encoding');
  let ownError: unknown;
  const keepError = (error: unknown): never => {
    ownError = error;
    throw error;
  };
  const end = (source: AsyncIterable<Buffer>) => sink(source, bounds, sizeBefore, write).catch(keepError);
  try {
    await (decoder
      ? pipeline(response.body, measured(bounds.assetBytes, keepError), decoder(), end)
      : pipeline(response.body, end));
  } catch (error) {
    // When this code ends got's stream, the stream reports an abort error that hides the cause.
    throw ownError ?? error;
  }
};

/** Passes on at most `limit` encoded bytes: endless encoded content may decode to nothing. */
const measured = (limit: number, fail: (error: unknown) => never) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let received = 0;
    for await (const chunk of source) {
      received += chunk.length;
      if (received > limit) fail(new DownloadError(`the source is larger than ${limit} bytes`));
      yield chunk;
    }
  };

const sink = async (
  source: AsyncIterable<Buffer>,
  bounds: Bounds,
  sizeBefore: number,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> => {
  let size = sizeBefore;
  for await (const chunk of source) {
    spend(chunk.length, bounds, size);
    size += chunk.length;
    await write(chunk);
  }
};
