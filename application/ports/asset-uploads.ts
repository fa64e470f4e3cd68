import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { AssetId, OwnerId } from '../../domain/ids.js';
import type { Fault } from './fault.js';

/** An asset of which the content is being received or read. */
export interface AssetUpload {
  readonly assetId: AssetId;
  readonly ownerId: OwnerId;
  /** Its size as declared, later its size. */
  readonly bytes: number;
  /** Hex; present when the whole content is stored, and only has to be read. */
  readonly sha256?: string;
}

/** What the unfinished uploads of an owner take. */
export interface UploadsUnderWay {
  readonly uploads: number;
  readonly bytes: number;
}

/** The unfinished uploads, shared by all processes. */
export interface AssetUploads {
  /**
   * Begins an upload if `permits` what others of the owner are under way; uploads of one owner begin one after the other.
   * An upload that was begun before is permitted.
   */
  readonly begin: <P>(
    upload: AssetUpload,
    permits: (others: UploadsUnderWay) => TaskEither<P | Fault, void>,
  ) => TaskEither<P | Fault, void>;
  /** All bytes are stored, and have this SHA-256. From now, nobody removes the content. */
  readonly received: (upload: Required<AssetUpload>) => TaskEither<Fault, void>;
  /** Somebody continues it. */
  readonly touch: (id: AssetId) => TaskEither<Fault, void>;
  readonly end: (id: AssetId) => TaskEither<Fault, void>;
  /** Ends an upload, and has its content removed if all of it was received, and no asset and no other upload has it. */
  readonly discard: (
    id: AssetId,
    remove: (key: string) => TaskEither<Fault, void>,
  ) => TaskEither<Fault, void>;
  /**
   * Up to `limit` uploads that nobody has begun, touched or taken for so long, with how long nobody has touched them; no
   * other process is given them until the time has passed again, or a tenth of that age, up to an hour.
   * @param ms for those of which bytes may be missing
   * @param receivedMs for those that only have to be read
   */
  readonly takeIdle: (
    ms: number,
    receivedMs: number,
    limit: number,
  ) => TaskEither<Fault, ReadonlyArray<AssetUpload & { readonly idleMs: number }>>;
}
