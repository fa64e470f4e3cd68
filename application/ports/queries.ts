import type { Either } from 'fp-ts/lib/Either.js';
import type { Option } from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { RateLimits } from '../../domain/api-key/events.js';
import type { Clip } from '../../domain/composition/clip.js';
import type { CompositionChanges } from '../../domain/composition/changes.js';
import type { Actor } from '../../domain/events.js';
import type { ApiKeyId, OwnerId, RenderId, VideoId, WebhookEndpointId } from '../../domain/ids.js';
import type { RenderFailure, RenderOutput, StreamHash, VideoSnapshot } from '../../domain/render/events.js';
import type { Fingerprint } from '../../domain/render/fingerprint.js';
import type { RenderStatus } from '../../domain/render/render.js';
import type { DisablingReason, WebhookEventName } from '../../domain/webhook-endpoint/events.js';
import type { WebhookEndpointStatus } from '../../domain/webhook-endpoint/webhook-endpoint.js';
import type { Fault } from './fault.js';

// The queries of the read models. Times are ISO 8601 in UTC with milliseconds.

/** A position in a list: a page number from 1, or the cursor of the previous page. */
export interface PageRequest {
  readonly limit: number;
  readonly page: number;
  readonly cursor?: Cursor;
}

/** The last item of a page; the next page starts after it. */
export interface Cursor {
  readonly createdAt: string;
  readonly id: string;
}

export interface Page<Item> {
  readonly items: ReadonlyArray<Item>;
  readonly total: number;
  /** Absent on the last page. */
  readonly next?: Cursor;
}

/** Some records of a list, few or small enough that many lists can be read at once. */
export interface Batch<Row> {
  readonly rows: ReadonlyArray<Row>;
  readonly isLast: boolean;
}

/** The batches of a list, read on demand; the sequence ends after a fault. */
export type Batches<Row> = AsyncIterable<Either<Fault, Batch<Row>>>;

/** A page of records that may be large. */
export interface BatchedPage<Row> extends Omit<Page<Row>, 'items'> {
  readonly batches: Batches<Row>;
}

export interface VideoRow {
  readonly videoId: VideoId;
  readonly ownerId: OwnerId;
  readonly version: number;
  /** The composition as JSON text, which responses include without parsing it. */
  readonly compositionJson: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A version of a video, as shown in lists of versions. */
export interface VideoVersionRow {
  readonly videoId: VideoId;
  readonly version: number;
  /** The revision of the event that made it. */
  readonly revision: number;
  readonly createdAt: string;
  readonly actor: Actor;
  /** What it changed; absent for the first version. */
  readonly changes?: CompositionChanges;
  readonly restoredFrom?: number;
}

/** Bounds for the creation time of list items, both exclusive. */
export interface CreatedWithin {
  readonly createdAfter?: string;
  readonly createdBefore?: string;
}

export interface VideoFilter extends CreatedWithin {
  /** Part of the name, case-insensitive. */
  readonly name?: string;
}

export interface VideoQueries {
  readonly byId: (id: VideoId) => TaskEither<Fault, Option<VideoRow>>;
  readonly ownerOf: (id: VideoId) => TaskEither<Fault, Option<OwnerId>>;
  readonly list: (
    owner: OwnerId,
    filter: VideoFilter,
    page: PageRequest,
  ) => TaskEither<Fault, BatchedPage<VideoRow>>;
  /** One page of a video's versions, newest first. */
  readonly versions: (
    id: VideoId,
    page: PageRequest,
  ) => TaskEither<Fault, Omit<BatchedPage<VideoVersionRow>, 'next'>>;
  readonly version: (id: VideoId, version: number) => TaskEither<Fault, Option<VideoVersionRow>>;
  /** The video that an editor token permits, by the token's SHA-256 (hex). */
  readonly byEditorTokenHash: (
    hash: string,
  ) => TaskEither<Fault, Option<{ readonly videoId: VideoId; readonly ownerId: OwnerId }>>;
}

export interface RenderRow {
  readonly renderId: RenderId;
  readonly ownerId: OwnerId;
  readonly status: RenderStatus;
  readonly attempt: number;
  /** From 0 to 1. */
  readonly progress: number;
  readonly video: VideoSnapshot;
  /** The rendered clips, if words were transcribed into them. */
  readonly captionedClips?: ReadonlyArray<Clip>;
  readonly output?: RenderOutput;
  readonly failure?: RenderFailure;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
}

export interface RenderFilter extends CreatedWithin {
  readonly videoId?: VideoId;
  readonly status?: RenderStatus;
}

/** A completed render in short. */
export interface CompletedRender {
  readonly renderId: RenderId;
  readonly videoId: VideoId;
  readonly videoVersion: number;
  /** ISO 8601 */
  readonly completedAt: string;
}

export interface RenderQueries {
  readonly byId: (id: RenderId) => TaskEither<Fault, Option<RenderRow>>;
  /** Whether a completed render has recorded a file under this key. */
  readonly hasOutput: (id: RenderId, key: string) => TaskEither<Fault, boolean>;
  /**
   * The completed renders one of whose files has this SHA-256 (hex), the newest first, at most 100. Those of one owner, or of
   * all if `owner` is undefined; this also holds for the next two.
   */
  readonly byOutput: (
    owner: OwnerId | undefined,
    sha256: string,
  ) => TaskEither<Fault, ReadonlyArray<CompletedRender>>;
  /** The completed renders whose first stream has this SHA-256 (hex), with all streams; the newest first, at most 100. */
  readonly byStreams: (
    owner: OwnerId | undefined,
    sha256: string,
  ) => TaskEither<Fault, ReadonlyArray<CompletedRender & { readonly streams: ReadonlyArray<StreamHash> }>>;
  /** The fingerprints of completed renders with a duration (ms) in this range, of the newest 1000. */
  readonly fingerprints: (
    owner: OwnerId | undefined,
    duration: { readonly from: number; readonly to: number },
  ) => TaskEither<Fault, ReadonlyArray<CompletedRender & { readonly fingerprint: Fingerprint }>>;
  /** The number of an owner's pending renders, counted up to `atMost`. */
  readonly pending: (owner: OwnerId, atMost: number) => TaskEither<Fault, number>;
  /** One page of an owner's renders, newest first. */
  readonly list: (
    owner: OwnerId,
    filter: RenderFilter,
    page: PageRequest,
  ) => TaskEither<Fault, BatchedPage<RenderRow>>;
}

export interface ApiKeyRow {
  readonly keyId: ApiKeyId;
  readonly ownerId: OwnerId;
  readonly limits: RateLimits;
  readonly createdAt: string;
  readonly revokedAt?: string;
}

export interface ApiKeyQueries {
  /** The key with this SHA-256 (hex), unless it is revoked. */
  readonly activeByHash: (hash: string) => TaskEither<Fault, Option<ApiKeyRow>>;
  readonly list: () => TaskEither<Fault, ReadonlyArray<ApiKeyRow>>;
}

export interface WebhookEndpointRow {
  readonly endpointId: WebhookEndpointId;
  readonly ownerId: OwnerId;
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEventName>;
  readonly description?: string;
  readonly status: WebhookEndpointStatus;
  /** Why the service disabled it, if it did. */
  readonly disabledReason?: DisablingReason;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface WebhookEndpointQueries {
  readonly byId: (id: WebhookEndpointId) => TaskEither<Fault, Option<WebhookEndpointRow>>;
  readonly list: (owner: OwnerId, page: PageRequest) => TaskEither<Fault, Page<WebhookEndpointRow>>;
}

export interface Queries {
  readonly videos: VideoQueries;
  readonly renders: RenderQueries;
  readonly apiKeys: ApiKeyQueries;
  readonly webhookEndpoints: WebhookEndpointQueries;
}
