import type { Option } from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ApiKeyIssued, RateLimits } from '../../domain/api-key/events.js';
import type { Clip } from '../../domain/composition/clips/clip.js';
import type { Actor } from '../../domain/events.js';
import type { OwnerId, RenderBatchId, RenderId, VideoId } from '../../domain/ids.js';
import type { RenderCompleted, RenderRequested, ReplayRequested } from '../../domain/render/events.js';
import type { RenderFailure } from '../../domain/render/render-failure.js';
import type { RenderOutput } from '../../domain/render/render-output.js';
import type { Fingerprint } from '../../domain/render/fingerprint.js';
import type { ReplayVerdict } from '../../domain/render/replay-verdict.js';
import type { RenderStatus } from '../../domain/render/state.js';
import type { VideoPatched, VideoRestored } from '../../domain/video/events.js';
import type { Fault } from './fault.js';
import type { BatchedPage, CreatedWithin, PageRequest } from './paging.js';
import type { RenderOutlooks } from './render-outlooks.js';

// The queries of the read models. Times are ISO 8601 in UTC with milliseconds.

export interface VideoRow extends Pick<VideoPatched['data'], 'videoId' | 'ownerId' | 'version'> {
  /** The composition as JSON text, which responses include without parsing it. */
  readonly compositionJson: string;
  /** Absent if it is in none. */
  readonly folder?: string;
  readonly archived: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A version of a video, as shown in lists of versions. `changes` is absent for the first version. */
export interface VideoVersionRow
  extends
    Pick<VideoPatched['data'], 'videoId' | 'version'>,
    Partial<Pick<VideoRestored['data'], 'changes' | 'restoredFrom' | 'assets'>> {
  /** The revision of the event that made it. */
  readonly revision: number;
  readonly createdAt: string;
  readonly actor: Actor;
}

export interface VideoFilter extends CreatedWithin {
  /** Part of the name, case-insensitive. */
  readonly name?: string;
  readonly folder?: string;
  /** Default: only videos that are not archived. */
  readonly archived?: boolean;
}

/** A folder of an owner. `videos`: the number of videos in it that are not archived. */
export interface FolderRow {
  readonly name: string;
  readonly videos: number;
}

/** The result of a query, and the writes that were announced under a key at the same moment. */
export interface WithWrites<Found> {
  readonly found: Found;
  /** The commit position of the last announced write; -1 if there are none, undefined if it is unknown. */
  readonly announced: bigint | undefined;
}

export interface VideoQueries {
  readonly byId: (id: VideoId) => TaskEither<Fault, Option<VideoRow>>;
  /** The same, and the writes announced under a key, in one query. */
  readonly byIdWithWrites: (id: VideoId, key: string) => TaskEither<Fault, Option<WithWrites<VideoRow>>>;
  readonly ownerOf: (id: VideoId) => TaskEither<Fault, Option<OwnerId>>;
  readonly list: (
    owner: OwnerId,
    filter: VideoFilter,
    page: PageRequest,
  ) => TaskEither<Fault, BatchedPage<VideoRow>>;
  /** The folders of an owner's videos by name, at most 1000. */
  readonly folders: (owner: OwnerId) => TaskEither<Fault, ReadonlyArray<FolderRow>>;
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
  /** The owner of a video and the SHA-256 (hex) of its editor token; none if its editor link is revoked. */
  readonly editorTokenOf: (
    id: VideoId,
  ) => TaskEither<Fault, Option<{ readonly ownerId: OwnerId; readonly editorTokenHash: string }>>;
}

export interface RenderRow extends Pick<RenderRequested['data'], 'renderId' | 'ownerId' | 'video' | 'batch'> {
  readonly status: RenderStatus;
  readonly attempt: number;
  /** From 0 to 1. */
  readonly progress: number;
  /** The rendered clips, if words were transcribed into them. */
  readonly captionedClips?: ReadonlyArray<Clip>;
  readonly output?: RenderOutput;
  readonly failure?: RenderFailure;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
}

export interface ReplayRow extends Pick<ReplayRequested['data'], 'renderId' | 'replay'> {
  readonly status: Exclude<RenderStatus, 'cancelled'>;
  readonly verdict?: ReplayVerdict;
  readonly failure?: RenderFailure;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly finishedAt?: string;
}

export interface RenderFilter extends CreatedWithin {
  readonly videoId?: VideoId;
  readonly status?: RenderStatus;
  readonly batchId?: RenderBatchId;
}

export interface CompletedRender extends Pick<
  RenderCompleted['data'],
  'renderId' | 'videoId' | 'videoVersion'
> {
  /** ISO 8601 */
  readonly completedAt: string;
}

/** The renders that were requested on one day (UTC), and the total length (ms) and size of their outputs. */
export interface DayOfRenders {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly renders: number;
  readonly completed: number;
  readonly failed: number;
  readonly durationMs: number;
  readonly bytes: number;
}

export interface RenderQueries extends RenderOutlooks {
  readonly byId: (id: RenderId) => TaskEither<Fault, Option<RenderRow>>;
  /** The newest completed render of a video with a first output that browsers can play. Not one of a batch: its content differs. */
  readonly newestPlayable: (id: VideoId) => TaskEither<Fault, Option<RenderRow>>;
  /** The owner of a completed render that has recorded a file under this key, and the title of its video. */
  readonly ofOutput: (
    id: RenderId,
    key: string,
  ) => TaskEither<Fault, Option<{ readonly owner: OwnerId; readonly title: string }>>;
  /**
   * The completed renders with a file of this SHA-256 (hex), newest first, at most 100. `owner`: undefined for all owners, here
   * and in the next two queries.
   */
  readonly byOutput: (
    owner: OwnerId | undefined,
    sha256: string,
  ) => TaskEither<Fault, ReadonlyArray<CompletedRender>>;
  /** The completed renders whose first stream has this SHA-256 (hex), with their outputs, newest first, at most 100. */
  readonly byStreams: (
    owner: OwnerId | undefined,
    sha256: string,
  ) => TaskEither<Fault, ReadonlyArray<CompletedRender & { readonly output: RenderOutput }>>;
  /** The fingerprints of the newest 1000 completed renders with a duration (ms) in this range. */
  readonly fingerprints: (
    owner: OwnerId | undefined,
    duration: { readonly from: number; readonly to: number },
  ) => TaskEither<Fault, ReadonlyArray<CompletedRender & { readonly fingerprint: Fingerprint }>>;
  /** Each day from the first to the last (YYYY-MM-DD). */
  readonly byDay: (
    owner: OwnerId,
    days: { readonly first: string; readonly last: string },
  ) => TaskEither<Fault, ReadonlyArray<DayOfRenders>>;
  readonly newestReplay: (id: RenderId) => TaskEither<Fault, Option<ReplayRow>>;
  /** The number of an owner's pending renders and replays, counted up to `atMost`. */
  readonly pending: (owner: OwnerId, atMost: number) => TaskEither<Fault, number>;
  /** One page of an owner's renders, newest first. */
  readonly list: (
    owner: OwnerId,
    filter: RenderFilter,
    page: PageRequest,
  ) => TaskEither<Fault, BatchedPage<RenderRow>>;
}

export interface ApiKeyRow extends Omit<ApiKeyIssued['data'], 'keyHash' | 'at'> {
  readonly createdAt: string;
  readonly issuerLimits?: RateLimits;
  /** When it, or the key that issued it, was revoked. */
  readonly revokedAt?: string;
}

export interface ApiKeyQueries {
  /** The key with this SHA-256 (hex), unless it is revoked. */
  readonly activeByHash: (hash: string) => TaskEither<Fault, Option<ApiKeyRow>>;
  /** The keys of one owner, or all; oldest first. */
  readonly list: (owner?: OwnerId) => TaskEither<Fault, ReadonlyArray<ApiKeyRow>>;
}
