import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { GetObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';

/** How often reading is tried without receiving a byte. */
const ATTEMPTS = 4;

/** How long to wait before the next attempt, in ms; doubled after each failure. */
const PAUSE_MS = 250;

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
  let failures = 0;
  try {
    while (position <= range.end) {
      let chunk: Buffer;
      try {
        chunks ??= await chunksFrom(range, position);
        const next = await chunks.next();
        if (next.done === true) throw new Error('the store sent too little');
        chunk = next.value;
      } catch (error) {
        chunks = undefined;
        failures += 1;
        if (isRefusal(error) || failures === ATTEMPTS) throw error;
        await delay(PAUSE_MS * 2 ** (failures - 1));
        continue;
      }
      failures = 0;
      position += chunk.length;
      yield chunk;
    }
  } finally {
    await chunks?.return?.();
  }
};
