import type { Readable } from 'node:stream';
import { S3ServiceException, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type MetadataValue, type Options, S3Store } from '@tus/s3-store';
import type { PartAddresses } from '../../application/ports/object-storage.js';

/** The size of parts that clients send to the store, in bytes. Larger if there would be too many parts. */
const PART = 16 * 1024 ** 2;
const MAX_ADDRESSES = 1000;

/** No cache: other processes change the metadata of uploads. */
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
 * Unfinished uploads in an S3 store, each one multipart upload. The offset of an upload is the sum of the sizes of its
 * parts, so parts are sent one after the other: a killed process leaves no gap. S3 accepts only the last part below 5 MiB.
 * Bytes that are too few for a part are stored as a separate object, which names the part that will contain them, and
 * counts until that part exists.
 */
export class S3UploadStore extends S3Store {
  /** The latest part that each upload sends, by its id. */
  private readonly sending = new Map<string, Promise<string>>();

  constructor(s3ClientConfig: Options['s3ClientConfig']) {
    super({ useTags: false, cache: NO_CACHE, s3ClientConfig });
  }

  private async metadataOf(id: string): Promise<MetadataValue | undefined> {
    return this.getMetadata(id).catch(unlessMissing);
  }

  /** @throws the error of S3, unless the upload does not exist: clients begin such an upload again */
  override async getUpload(id: string): ReturnType<S3Store['getUpload']> {
    await this.metadataOf(id);
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

  /** Does nothing: once its bytes are in a part, the object does not count; it is removed with the upload. */
  protected override async deleteIncompletePart(): Promise<void> {}

  /** The addresses to which the parts of an upload are sent, each of this size, the last one smaller. */
  async addresses(id: string, bytes: number, seconds: number): Promise<PartAddresses> {
    const partBytes = Math.max(PART, Math.ceil(bytes / MAX_ADDRESSES));
    const { 'upload-id': UploadId } = await this.getMetadata(id);
    const addressOf = (index: number): Promise<string> => {
      const ContentLength = Math.min(partBytes, bytes - index * partBytes);
      const part = { Bucket: this.bucket, Key: id, UploadId, PartNumber: index + 1, ContentLength };
      return getSignedUrl(this.client, new UploadPartCommand(part), { expiresIn: seconds });
    };
    const parts = Array.from({ length: Math.max(1, Math.ceil(bytes / partBytes)) }, (_, n) => addressOf(n));
    return { partBytes, urls: await Promise.all(parts) };
  }

  /** Joins the parts of a complete upload; does nothing if they were joined before. */
  async finish(id: string): Promise<void> {
    const [metadata, parts] = await Promise.all([
      this.metadataOf(id),
      this.retrieveParts(id).catch(unlessMissing),
    ]);
    if (metadata && parts) await this.finishMultipartUpload(metadata, parts);
  }

  /** Removes an upload, whether its parts were joined or not. @throws an error with {@link NOT_FOUND} if there is none */
  override async remove(id: string): Promise<void> {
    const { bucket: Bucket } = this;
    const { 'upload-id': UploadId } = (await this.metadataOf(id)) ?? {};
    if (UploadId === undefined) throw Object.assign(new Error('there is no such upload'), NOT_FOUND);
    await this.client.abortMultipartUpload({ Bucket, Key: id, UploadId }).catch(unlessMissing);
    const Objects = [id, this.infoKey(id), this.partKey(id, true)].map((Key) => ({ Key }));
    await this.client.deleteObjects({ Bucket, Delete: { Objects } });
  }
}
