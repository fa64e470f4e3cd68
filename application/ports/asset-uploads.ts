import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { AssetId, OwnerId } from '../../domain/ids.js';
import type { Fault } from './fault.js';

/** An asset whose content is being received or read. */
export interface AssetUpload {
  readonly assetId: AssetId;
  readonly ownerId: OwnerId;
  /** The declared size, and the actual one once it is known. */
  readonly bytes: number;
  /** Hex; present once the whole content is stored and only remains to be read. */
  readonly sha256?: string;
}

/** The number and the total size of the unfinished uploads of an owner. */
export interface UnfinishedUploads {
  readonly uploads: number;
  readonly bytes: number;
}

/** The unfinished uploads, shared by all processes. */
export interface AssetUploads {
  /**
   * Begins an upload if `check` accepts the other unfinished uploads of the owner. Uploads of one owner begin one after the
   * other. Beginning an upload again is always accepted.
   */
  readonly begin: <P>(
    upload: AssetUpload,
    check: (others: UnfinishedUploads) => TaskEither<P | Fault, void>,
  ) => TaskEither<P | Fault, void>;
  /** Records that all bytes are stored, and have this SHA-256. From now on, nobody removes the content. */
  readonly received: (upload: Required<AssetUpload>) => TaskEither<Fault, void>;
  /** Records that a client continues an upload. */
  readonly touch: (id: AssetId) => TaskEither<Fault, void>;
  readonly end: (id: AssetId) => TaskEither<Fault, void>;
  /** Ends an upload, and removes its content if all of it was received and no asset and no other upload has it. */
  readonly discard: (
    id: AssetId,
    remove: (key: string) => TaskEither<Fault, void>,
  ) => TaskEither<Fault, void>;
  /**
   * Takes up to `limit` uploads that nobody has begun, touched or taken for some time. No other process can take them until
   * that time has passed again, or a tenth of `idleMs`, at most an hour. An asset that has been uploading for an hour
   * without an upload, which a restore leaves if it was registered during the backup, becomes one.
   * @param ms the time for uploads that may lack bytes
   * @param receivedMs the time for uploads that only remain to be read
   * @returns the uploads, and how long nobody has begun or touched them (`idleMs`)
   */
  readonly takeIdle: (
    ms: number,
    receivedMs: number,
    limit: number,
  ) => TaskEither<Fault, ReadonlyArray<AssetUpload & { readonly idleMs: number }>>;
}
