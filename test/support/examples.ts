/** Minimal example values for tests. */
import { type Clip, ClipInput } from '../../domain/composition/clips/clip.js';
import type { ClipType } from '../../domain/composition/clips/clip-types.js';
import type { ResolvedClip, ResolvedClipOf } from '../../domain/composition/resolve/resolved.js';
import type { Composition } from '../../domain/composition/composition.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import type {
  ApiKeyId,
  AssetId,
  OwnerId,
  RenderBatchId,
  RenderId,
  VideoId,
  WebhookEndpointId,
} from '../../domain/ids.js';
import type { RenderCommand } from '../../domain/render/commands.js';
import type { VideoSnapshot } from '../../domain/render/events.js';
import type { VideoCreated, VideoPatched } from '../../domain/video/events.js';
import { rightOf } from './right-of.js';

export const owner = 'alice' as OwnerId;
export const otherOwner = 'mallory' as OwnerId;

/** A fixed UUID for a number. */
export const uuid = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const videoId = uuid(1) as VideoId;
export const renderId = uuid(2) as RenderId;
export const batchId = uuid(40) as RenderBatchId;
export const assetId = uuid(60) as AssetId;
export const endpointId = uuid(3) as WebhookEndpointId;
export const keyId = uuid(4) as ApiKeyId;

/** ISO 8601, `seconds` after a fixed time. */
export const at = (seconds = 0): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();

/** A text clip as a client sends it, decoded, without `id`. */
export const textClip = (content = 'Hello', more: object = {}) =>
  ofType(
    'text',
    rightOf(
      ClipInput.decode({
        type: 'text',
        timeFrame: { start: 0, end: 1000 },
        textProperties: { content },
        ...more,
      }),
    ),
  );

export const clip = (id: string, content = 'Hello', more: object = {}): Clip => ({
  ...textClip(content, more),
  id,
});

/** The clip, asserted to be of this type. */
export const ofType = <T extends ClipType>(type: T, clip: ClipInput | undefined): ClipInputOf<T> => {
  if (clip?.type !== type) throw new Error(`expected a ${type} clip, found ${clip?.type ?? 'none'}`);
  return clip as ClipInputOf<T>;
};

/** The resolved clip, asserted to be of this type. */
export const ofResolved = <T extends ClipType>(
  type: T,
  clip: ResolvedClip | undefined,
): ResolvedClipOf<T> => {
  if (clip?.type !== type) throw new Error(`expected a ${type} clip, found ${clip?.type ?? 'none'}`);
  return clip as ResolvedClipOf<T>;
};

type ClipInputOf<T extends ClipType> = Extract<ClipInput, { readonly type: T }>;

/** A decoded request body. */
export const videoBody = (name = 'Holiday', clips: ReadonlyArray<unknown> = []) =>
  rightOf(CreateVideoBody.decode({ metadata: { name, duration: 5000 }, clips }));

/** A stored composition. */
export const composition = (name = 'Holiday', clips: ReadonlyArray<Clip> = []): Composition => ({
  ...videoBody(name),
  clips,
});

export const videoCreated = (
  stored: Composition = composition(),
  more: Partial<VideoCreated['data']> = {},
): VideoCreated => ({
  type: 'VideoCreated',
  data: {
    videoId,
    ownerId: owner,
    version: 1,
    composition: stored,
    editorTokenHash: 'a'.repeat(64),
    at: at(0),
    ...more,
  },
});

/** What a patch changed; by default the name. */
export const changes = (more: Partial<VideoPatched['data']['changes']> = {}) => ({
  version: false,
  metadata: ['name'],
  clipsAdded: [],
  clipsRemoved: [],
  clipsChanged: [],
  clipsReordered: false,
  additional: false,
  ...more,
});

export const videoPatched = (
  version: number,
  stored: Composition,
  more: Partial<VideoPatched['data']> = {},
): VideoPatched => ({
  type: 'VideoPatched',
  data: {
    videoId,
    ownerId: owner,
    version,
    composition: stored,
    changes: changes(),
    at: at(version),
    ...more,
  },
});

export const snapshot = (stored: Composition = composition()): VideoSnapshot => ({
  videoId,
  version: 1,
  composition: stored,
  createdAt: at(0),
  updatedAt: at(0),
});

type RequestRender = Extract<RenderCommand, { readonly type: 'RequestRender' }>;

/** A request of the owner to render a video with automatic captions. */
export const requestRender = (more: Partial<RequestRender> = {}): RequestRender => ({
  type: 'RequestRender',
  renderId,
  ownerId: owner,
  video: snapshot(),
  autoGenerateCaptionWords: true,
  captionLanguageCode: 'en',
  at: at(0),
  ...more,
});
