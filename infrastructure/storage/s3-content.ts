import type { Readable } from 'node:stream';
import { GetObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { retried } from '../platform/retried.js';

/** The pauses before further attempts to receive a byte, in ms. */
const PAUSES = [250, 500, 1000];

/** A store that refuses a request refuses it again, for example because the object was replaced. */
const isRefusal = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$fault === 'client';

/** What is read: bytes `start` to `end`, both included, of the object with this entity tag. */
export interface S3Range {
  readonly client: S3Client;
  readonly Bucket: string;
  readonly Key: string;
  readonly ETag: string | undefined;
  readonly start: number;
  readonly end: number;
}

const chunksFrom = async (
  { client, Bucket, Key, ETag, end }: S3Range,
  position: number,
): Promise<AsyncIterator<Buffer>> => {
  const condition = ETag === undefined ? {} : { IfMatch: ETag };
  const { Body } = await client.send(
    new GetObjectCommand({ Bucket, Key, ...condition, Range: `bytes=${position}-${end}` }),
  );
  if (!Body) throw new Error('the store sent no content');
  return (Body as Readable)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
};

/**
 * Reads a part of an object. Continues where it was interrupted if the connection breaks or stalls, which it also
 * seems to do while the reader pauses. Throws if the object was replaced, or the store stays unavailable.
 */
export const s3Content = async function* (range: S3Range): AsyncGenerator<Buffer, void, undefined> {
  let position = range.start;
  let chunks: AsyncIterator<Buffer> | undefined;
  const nextChunk = async (): Promise<Buffer> => {
    try {
      chunks ??= await chunksFrom(range, position);
      const next = await chunks.next();
      if (next.done === true) throw new Error('the store sent too little');
      return next.value;
    } catch (error) {
      chunks = undefined;
      throw error;
    }
  };
  try {
    while (position <= range.end) {
      const chunk = await retried(nextChunk, PAUSES, (error) => !isRefusal(error));
      position += chunk.length;
      yield chunk;
    }
  } finally {
    await chunks?.return?.();
  }
};
