import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { decodeField, errorsOf, formatErrors } from '../codec/codec.js';
import { template } from '../codec/containers.js';
import { fitsInUtf8 } from '../codec/json.js';
import { mergePatch } from '../codec/merge-patch.js';
import { changesBetween } from '../composition/changes.js';
import { withClipIds } from '../composition/clips/clip-ids.js';
import { Additional, type Composition, Metadata } from '../composition/composition.js';
import { LIMITS } from '../composition/limits.js';
import { type Decider, isEventOf } from '../decider.js';
import type { OwnerId, VideoId } from '../ids.js';
import { createdBefore, ownedBy } from '../ownership.js';
import { streamName } from '../stream-names.js';
import type { ChangeEditorLink, CreateVideo, PatchVideo, RestoreVideo, VideoCommand } from './commands.js';
import { VIDEO_EVENTS, type VideoEvent } from './events.js';
import type { VideoRefusal } from './refusals.js';

export const videoStream = (id: VideoId): `video-${VideoId}` => streamName('video', id);

/** The state of a video; `version` counts its compositions from 1. */
export interface Video {
  readonly _tag: 'Video';
  readonly videoId: VideoId;
  readonly ownerId: OwnerId;
  readonly version: number;
  readonly composition: Composition;
  readonly editorTokenHash: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}
export type VideoState = { readonly _tag: 'NoVideo' } | Video;

const evolve = (state: VideoState, event: VideoEvent): VideoState => {
  switch (event.type) {
    case 'VideoCreated': {
      const { at, ...created } = event.data;
      return { _tag: 'Video', ...created, createdAt: at, updatedAt: at };
    }
    case 'VideoPatched':
    case 'VideoRestored': {
      const { version, composition, at } = event.data;
      return state._tag === 'Video' ? { ...state, version, composition, updatedAt: at } : state;
    }
    case 'EditorLinkChanged':
      return state._tag === 'Video' ? { ...state, editorTokenHash: event.data.editorTokenHash } : state;
  }
};

/** The number of the version that an event makes; `undefined` if it makes none. */
const versionOf = (event: VideoEvent): number | undefined =>
  event.type === 'EditorLinkChanged' ? undefined : event.data.version;

type Decision = E.Either<VideoRefusal, ReadonlyArray<VideoEvent>>;

/** The video in a state, if it exists and belongs to the owner. */
export const ownedVideo =
  (videoId: VideoId, ownerId: OwnerId) =>
  (state: VideoState): E.Either<VideoRefusal, Video> =>
    state._tag === 'NoVideo'
      ? E.left({ _tag: 'VideoDoesNotExist', videoId })
      : ownedBy<VideoRefusal>(ownerId, { _tag: 'VideoBelongsToAnotherOwner', videoId })(state);

/** The event, unless it exceeds the event store's size limit. */
const ofStorableSize = (event: VideoEvent): Decision =>
  fitsInUtf8(JSON.stringify(event.data), LIMITS.eventBytes)
    ? E.right([event])
    : E.left({ _tag: 'VideoIsTooLarge', maxBytes: LIMITS.eventBytes });

const create = (command: CreateVideo, state: VideoState): Decision => {
  const { videoId, ownerId, body, clipIds, editorTokenHash, at } = command;
  if (state._tag === 'Video')
    return createdBefore<VideoRefusal>(ownerId, { _tag: 'VideoAlreadyExists', videoId })(state);
  const { additional, ...document } = body;
  const clips = withClipIds(body.clips, [], clipIds);
  const composition = { ...document, clips, ...(additional ? { additional } : {}) };
  return ofStorableSize({
    type: 'VideoCreated',
    data: { videoId, ownerId, version: 1, composition, editorTokenHash, at },
  });
};

const patchedAdditional = (
  stored: Additional | undefined,
  patch: PatchVideo['body']['additional'],
): t.Validation<Additional | undefined> => {
  if (patch === undefined) return E.right(stored);
  if (patch === null) return E.right(undefined);
  return decodeField(Additional, mergePatch(stored ?? {}, patch), 'additional');
};

/** The patched composition, or everything that is wrong with it. */
const patched = ({ body, clipIds }: PatchVideo, before: Composition): E.Either<VideoRefusal, Composition> => {
  const { additional: _, variables: known, ...stored } = before;
  const metadata = decodeField(
    template(Metadata),
    mergePatch(stored.metadata, body.metadata ?? {}),
    'metadata',
  );
  const additional = patchedAdditional(before.additional, body.additional);
  const variables = body.variables === undefined ? known : body.variables;
  const clips = body.clips ? withClipIds(body.clips, stored.clips, clipIds) : stored.clips;
  if (E.isLeft(metadata) || E.isLeft(additional)) {
    const problems = formatErrors([...errorsOf(metadata), ...errorsOf(additional)]);
    return E.left({ _tag: 'VideoIsInvalid', problems });
  }
  return E.right({
    ...stored,
    version: body.version ?? stored.version,
    metadata: metadata.right,
    clips,
    ...(additional.right === undefined ? {} : { additional: additional.right }),
    ...(variables ? { variables } : {}),
  });
};

const refuseStale = (
  video: Video,
  ifVersion: ReadonlyArray<number> | undefined,
): E.Either<VideoRefusal, void> =>
  ifVersion && !ifVersion.includes(video.version)
    ? E.left({ _tag: 'VideoVersionIsStale', videoId: video.videoId, current: video.version })
    : E.right(undefined);

/** The event of a new version; none if nothing would change. */
const newVersion = (
  { videoId, ownerId, version, composition: before }: Video,
  composition: Composition,
  at: string,
) => {
  const changes = changesBetween(before, composition);
  return changes && { videoId, ownerId, version: version + 1, composition, changes, at };
};

const patch = (command: PatchVideo, video: Video): Decision =>
  pipe(
    refuseStale(video, command.ifVersion),
    E.flatMap(() => patched(command, video.composition)),
    E.flatMap((composition): Decision => {
      const data = newVersion(video, composition, command.at);
      return data ? ofStorableSize({ type: 'VideoPatched', data }) : E.right([]);
    }),
  );

const restore = ({ restored, ifVersion, at }: RestoreVideo, video: Video): Decision =>
  pipe(
    refuseStale(video, ifVersion),
    E.flatMap((): Decision => {
      const data = newVersion(video, restored.composition, at);
      return data
        ? ofStorableSize({ type: 'VideoRestored', data: { ...data, restoredFrom: restored.version } })
        : E.right([]);
    }),
  );

const changeEditorLink = (command: ChangeEditorLink, video: Video): Decision => {
  const { type: _, ...data } = command;
  return E.right(video.editorTokenHash === data.editorTokenHash ? [] : [{ type: 'EditorLinkChanged', data }]);
};

const decide = (command: VideoCommand, state: VideoState): Decision => {
  if (command.type === 'CreateVideo') return create(command, state);
  return pipe(
    state,
    ownedVideo(command.videoId, command.ownerId),
    E.flatMap((video) => {
      switch (command.type) {
        case 'PatchVideo':
          return patch(command, video);
        case 'RestoreVideo':
          return restore(command, video);
        case 'ChangeEditorLink':
          return changeEditorLink(command, video);
      }
    }),
  );
};

/**
 * Videos: created once (a repeated request with the same id changes nothing), then a new version with every patch or
 * restoration that changes something.
 */
export const videoDecider: Decider<VideoCommand, VideoState, VideoEvent, VideoRefusal> = {
  isEvent: isEventOf<VideoEvent>(VIDEO_EVENTS),
  initialState: { _tag: 'NoVideo' },
  decide,
  evolve,
  versionOf,
};
