import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { type AssetHashes, hashesUsedIn } from '../asset/references.js';
import { decodeField, errorsOf, formatErrors } from '../codec/codec.js';
import { template } from '../codec/containers.js';
import { fitsInUtf8, sameJson } from '../codec/json.js';
import { mergePatch } from '../codec/merge-patch.js';
import { changesBetween } from '../composition/changes.js';
import { withClipIds } from '../composition/clips/clip-ids.js';
import { Additional, type Composition, Metadata } from '../composition/composition.js';
import { LIMITS } from '../composition/limits.js';
import { type Decider, isEventOf } from '../decider.js';
import type { VideoId } from '../ids.js';
import { createdBefore, existing } from '../ownership.js';
import { streamName } from '../stream-names.js';
import type {
  ChangeEditorLink,
  CreateVideo,
  MoveVideo,
  PatchVideo,
  RestoreVideo,
  VideoCommand,
} from './commands.js';
import { VIDEO_EVENTS, type VideoEvent } from './events.js';
import type { VideoRefusal } from './refusals.js';
import { evolveVideo, type Video, type VideoState, versionOfVideo } from './state.js';

export const videoStream = (id: VideoId): `video-${VideoId}` => streamName('video', id);

/** What an event says about the assets of a composition. */
const assetsIn = (composition: Composition, known: AssetHashes = {}) => {
  const assets = hashesUsedIn(composition, known);
  return assets ? { assets } : {};
};

type Decision = E.Either<VideoRefusal, ReadonlyArray<VideoEvent>>;

/** The event, unless it exceeds the event store's size limit. */
const ofStorableSize = (event: VideoEvent): Decision =>
  fitsInUtf8(JSON.stringify(event.data), LIMITS.eventBytes)
    ? E.right([event])
    : E.left({ _tag: 'VideoIsTooLarge', maxBytes: LIMITS.eventBytes });

const create = (command: CreateVideo, state: VideoState): Decision => {
  const { videoId, ownerId, body, clipIds, editorTokenHash, at } = command;
  if (state._tag !== 'NoVideo') return createdBefore('Video', { videoId }, ownerId, state);
  const { additional, ...document } = body;
  const clips = withClipIds(body.clips, [], clipIds);
  const composition = { ...document, clips, ...(additional ? { additional } : {}) };
  return ofStorableSize({
    type: 'VideoCreated',
    data: {
      videoId,
      ownerId,
      version: 1,
      composition,
      ...assetsIn(composition, command.assets),
      editorTokenHash,
      at,
    },
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
  { videoId, ownerId, version, composition: before, assets: known }: Video,
  composition: Composition,
  named: AssetHashes | undefined,
  at: string,
) => {
  const changes = changesBetween(before, composition);
  const assets = assetsIn(composition, { ...known, ...named });
  return changes && { videoId, ownerId, version: version + 1, composition, ...assets, changes, at };
};

const patch = (command: PatchVideo, video: Video): Decision =>
  pipe(
    refuseStale(video, command.ifVersion),
    E.flatMap(() => patched(command, video.composition)),
    E.flatMap((composition): Decision => {
      const data = newVersion(video, composition, command.assets, command.at);
      return data ? ofStorableSize({ type: 'VideoPatched', data }) : E.right([]);
    }),
  );

const restore = ({ restored, ifVersion, at }: RestoreVideo, video: Video): Decision =>
  pipe(
    refuseStale(video, ifVersion),
    E.flatMap((): Decision => {
      const data = newVersion(video, restored.composition, restored.assets, at);
      return data
        ? ofStorableSize({ type: 'VideoRestored', data: { ...data, restoredFrom: restored.version } })
        : E.right([]);
    }),
  );

/** Where a video is: what does not hold is left out. */
const placeOf = ({ folder, archived }: Pick<MoveVideo, 'folder' | 'archived'>) => ({
  ...(folder ? { folder } : {}),
  ...(archived ? { archived } : {}),
});

const changeEditorLink = (command: ChangeEditorLink, video: Video): Decision => {
  const { type: _, ...changed } = command;
  if (video.editorTokenHash === changed.editorTokenHash) return E.right([]);
  return E.right([{ type: 'EditorLinkChanged', data: { ...changed, ...placeOf(video) } }]);
};

const move = ({ videoId, ownerId, at, ...to }: MoveVideo, video: Video): Decision => {
  const { editorTokenHash } = video;
  const place = placeOf({ ...placeOf(video), ...to });
  if (sameJson(place, placeOf(video))) return E.right([]);
  return E.right([{ type: 'VideoMoved', data: { videoId, ownerId, editorTokenHash, ...place, at } }]);
};

const decide = (command: VideoCommand, state: VideoState): Decision => {
  if (command.type === 'CreateVideo') return create(command, state);
  return pipe(
    state,
    existing('Video', { videoId: command.videoId }, command.ownerId),
    E.flatMap((video): Decision => {
      switch (command.type) {
        case 'PatchVideo':
          return patch(command, video);
        case 'RestoreVideo':
          return restore(command, video);
        case 'ChangeEditorLink':
          return changeEditorLink(command, video);
        case 'MoveVideo':
          return move(command, video);
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
  evolve: evolveVideo,
  versionOf: versionOfVideo,
};
