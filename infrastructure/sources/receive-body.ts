import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { DownloadError } from './download-error.js';
import type { Answer } from './guarded-get.js';

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

/** How the content of an answer is packed; undefined when it is as it is. */
export const contentEncoding = ({ headers }: Answer): string | undefined => {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  return encoding === undefined || encoding === '' || encoding === 'identity' ? undefined : encoding;
};

/** Takes bytes off the budget. */
export const spend = (bytes: number, { assetBytes, budget }: Bounds, sizeSoFar: number): void => {
  if (sizeSoFar + bytes > assetBytes)
    throw new DownloadError(`the source is larger than ${assetBytes} bytes`);
  budget.remainingBytes -= bytes;
  if (budget.remainingBytes < 0) {
    throw new DownloadError('the sources of the render are larger together than they may be');
  }
};

/**
 * Reads the body of an answer to its end, within bounds that count both what comes over the wire and what it unpacks
 * to. A server that packs content it was asked not to pack is unpacked once.
 * @param sizeBefore how many bytes an earlier connection brought
 * @param write takes the content piece by piece
 */
export const receiveBody = async (
  answer: Answer,
  bounds: Bounds,
  sizeBefore: number,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> => {
  const announced = Number(answer.headers['content-length'] ?? 0);
  const available = Math.min(bounds.assetBytes - sizeBefore, bounds.budget.remainingBytes);
  if (announced > available) spend(announced, bounds, sizeBefore);
  const encoding = contentEncoding(answer);
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
      ? pipeline(answer.body, measured(bounds.assetBytes, keepError), decoder(), end)
      : pipeline(answer.body, end));
  } catch (error) {
    // Ended from within, got's stream answers with an abort error that hides the cause.
    throw ownError ?? error;
  }
};

/** Lets no more than `limit` packed bytes through: packed content can be endless and unpack to nothing. */
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
