import type { Readable } from 'node:stream';
import { S3ServiceException, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type MetadataValue, type Options, S3Store } from '@tus/s3-store';
import type { PartAddresses } from '../../application/ports/object-storage.js';

/** The size of parts that clients send to the store, in bytes, if they are not too many then. */
const PART = 16 * 1024 ** 2;
const MOST_ADDRESSES = 1000;

/** Other processes change what is known of an upload, so nothing is kept. */
const NO_CACHE: NonNullable<Options['cache']> = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

/** How the protocol's server answers a request for an upload that does not exist. */
const NOT_FOUND = { status_code: 404, body: 'there is no such upload\n' };

const unlessMissing = (error: unknown): undefined => {
  if (error instanceof S3ServiceException && /^(?:NotFound|NoSuchKey|NoSuchUpload)$/.test(error.name))
    return undefined;
  throw error;
};

/**
 * Unfinished uploads in an S3 store, each one multipart upload. How far an upload is follows from the sizes of its parts, so
 * they arrive one after the other: a process that is killed leaves no gap. What is too small for a part (S3 takes the last
 * one only below 5 MiB) is an object beside, which names the part that it will be in, and counts until that is there.
 */
export class S3UploadStore extends S3Store {
  /** The latest part that each upload sends, by its id. */
  private readonly sending = new Map<string, Promise<string>>();

  constructor(s3ClientConfig: Options['s3ClientConfig']) {
    super({ useTags: false, cache: NO_CACHE, s3ClientConfig });
  }

  private async found(id: string): Promise<MetadataValue | undefined> {
    return this.getMetadata(id).catch(unlessMissing);
  }

  /** @throws the error of S3 if it failed: only what is not there is unknown, and clients begin that again */
  override async getUpload(id: string): ReturnType<S3Store['getUpload']> {
    await this.found(id);
    return super.getUpload(id);
  }

  protected override async uploadParts(...args: Parameters<S3Store['uploadParts']>): Promise<number> {
    return super.uploadParts(...args).finally(() => this.sending.delete(args[0].file.id));
  }

  private async inOrder(id: string, send: () => Promise<string>): Promise<string> {
    const sent = (this.sending.get(id) ?? Promise.resolve('')).then(send);
    this.sending.set(id, sent);
    return sent;
  }

  protected override async uploadPart(...args: Parameters<S3Store['uploadPart']>): Promise<string> {
    return this.inOrder(args[0].file.id, () => super.uploadPart(...args));
  }

  protected override async uploadIncompletePart(id: string, Body: Readable): Promise<string> {
    return this.inOrder(id, async () => {
      const Metadata = { part: String((await this.retrieveParts(id)).length + 1) };
      const Key = this.partKey(id, true);
      return (await this.client.putObject({ Bucket: this.bucket, Key, Body, Metadata })).ETag ?? '';
    });
  }

  protected override async getIncompletePartSize(id: string): Promise<number | undefined> {
    const Key = this.partKey(id, true);
    const [found, parts] = await Promise.all([
      this.client.headObject({ Bucket: this.bucket, Key }).catch(unlessMissing),
      this.retrieveParts(id),
    ]);
    // Earlier releases named no part, and removed the object before.
    const isMissing = Number(found?.Metadata?.['part'] ?? Infinity) > parts.length;
    return isMissing ? found?.ContentLength : undefined;
  }

  protected override async getIncompletePart(id: string): Promise<Readable | undefined> {
    return (await this.getIncompletePartSize(id)) === undefined ? undefined : super.getIncompletePart(id);
  }

  /** Not before its bytes are in a part, and then it does not count; it goes with the upload. */
  protected override async deleteIncompletePart(): Promise<void> {}

  /** The addresses to which the parts of an upload are sent, each of this size, the last one smaller. */
  async addresses(id: string, bytes: number, seconds: number): Promise<PartAddresses> {
    const partBytes = Math.max(PART, Math.ceil(bytes / MOST_ADDRESSES));
    const { 'upload-id': UploadId } = await this.getMetadata(id);
    const addressOf = (index: number): Promise<string> => {
      const ContentLength = Math.min(partBytes, bytes - index * partBytes);
      const part = { Bucket: this.bucket, Key: id, UploadId, PartNumber: index + 1, ContentLength };
      return getSignedUrl(this.client, new UploadPartCommand(part), { expiresIn: seconds });
    };
    const parts = Array.from({ length: Math.max(1, Math.ceil(bytes / partBytes)) }, (_, n) => addressOf(n));
    return { partBytes, urls: await Promise.all(parts) };
  }

  /** Puts an upload together of which all bytes are there; does nothing if that was done before. */
  async finish(id: string): Promise<void> {
    const [metadata, parts] = await Promise.all([
      this.found(id),
      this.retrieveParts(id).catch(unlessMissing),
    ]);
    if (metadata && parts) await this.finishMultipartUpload(metadata, parts);
  }

  /** Removes an upload, whether it was put together or not. @throws an error with {@link NOT_FOUND} if there is none */
  override async remove(id: string): Promise<void> {
    const { bucket: Bucket } = this;
    const { 'upload-id': UploadId } = (await this.found(id)) ?? {};
    if (UploadId === undefined) throw Object.assign(new Error('there is no such upload'), NOT_FOUND);
    await this.client.abortMultipartUpload({ Bucket, Key: id, UploadId }).catch(unlessMissing);
    const Objects = [id, this.infoKey(id), this.partKey(id, true)].map((Key) => ({ Key }));
    await this.client.deleteObjects({ Bucket, Delete: { Objects } });
  }
}
