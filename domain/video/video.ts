import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decode } from '../codec/codec.js';
import { fitsInUtf8, mergePatch } from '../codec/json.js';
import { changesBetween } from '../composition/changes.js';
import { duplicateIdProblems, withClipIds } from '../composition/clip-ids.js';
import { Additional, captionWordCount, type Composition, Metadata } from '../composition/composition.js';
import { LIMITS } from '../composition/limits.js';
import type { Decider } from '../decider.js';
import type { OwnerId, VideoId } from '../ids.js';
import type { ChangeEditorLink, CreateVideo, PatchVideo, VideoCommand } from './commands.js';
import type { VideoEvent } from './events.js';
import type { VideoRefusal } from './refusals.js';

/** The stream of one video's events. */
export const videoStream = (id: VideoId): `video-${VideoId}` => `video-${id}`;

/** A video as its events leave it; `version` counts its compositions from 1. */
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
    case 'VideoPatched': {
      const { version, composition, at } = event.data;
      return state._tag === 'Video' ? { ...state, version, composition, updatedAt: at } : state;
    }
    case 'EditorLinkChanged':
      return state._tag === 'Video' ? { ...state, editorTokenHash: event.data.editorTokenHash } : state;
  }
};

type Decision = E.Either<VideoRefusal, ReadonlyArray<VideoEvent>>;

const invalid = (problems: ReadonlyArray<string>): VideoRefusal => ({ _tag: 'VideoIsInvalid', problems });

/** The rules that hold for the composition as a whole. */
const checked = (composition: Composition): E.Either<VideoRefusal, Composition> => {
  const problems = [
    ...duplicateIdProblems(composition.clips),
    ...(captionWordCount(composition.clips) > LIMITS.captionWords
      ? [`clips must hold at most ${LIMITS.captionWords} caption words together`]
      : []),
  ];
  if (problems.length > 0) return E.left(invalid(problems));
  return fitsInUtf8(JSON.stringify(composition), LIMITS.compositionBytes)
    ? E.right(composition)
    : E.left({ _tag: 'VideoIsTooLarge', maxBytes: LIMITS.compositionBytes });
};

const create = (command: CreateVideo, state: VideoState): Decision => {
  const { videoId, ownerId, body, clipIds, editorTokenHash, at } = command;
  if (state._tag === 'Video')
    return state.ownerId === ownerId ? E.right([]) : E.left({ _tag: 'VideoAlreadyExists', videoId });
  const { additional, ...document } = body;
  return pipe(
    checked({
      ...document,
      clips: withClipIds(body.clips, [], clipIds),
      ...(additional ? { additional } : {}),
    }),
    E.map((composition) => [
      { type: 'VideoCreated', data: { videoId, ownerId, version: 1, composition, editorTokenHash, at } },
    ]),
  );
};

const underPath = (path: string) => (problems: ReadonlyArray<string>) =>
  invalid(
    problems.map((line) => (line.startsWith('body ') ? line.replace('body', path) : `${path}.${line}`)),
  );

const patched = ({ body, clipIds }: PatchVideo, video: Video): E.Either<VideoRefusal, Composition> => {
  const { additional: storedAdditional, ...stored } = video.composition;
  return pipe(
    E.Do,
    E.bind('metadata', () =>
      pipe(
        decode(Metadata, mergePatch(stored.metadata, body.metadata ?? {})),
        E.mapLeft(underPath('metadata')),
      ),
    ),
    E.bind('additional', () => {
      if (body.additional === undefined) return E.right(storedAdditional);
      if (body.additional === null) return E.right(undefined);
      const merged = mergePatch(storedAdditional ?? {}, body.additional);
      return pipe(decode(Additional, merged), E.mapLeft(underPath('additional')));
    }),
    E.flatMap(({ metadata, additional }) =>
      checked({
        ...stored,
        version: body.version ?? stored.version,
        metadata,
        clips: body.clips ? withClipIds(body.clips, stored.clips, clipIds) : stored.clips,
        ...(additional === undefined ? {} : { additional }),
      }),
    ),
  );
};

const patch = (command: PatchVideo, video: Video): Decision => {
  const { videoId, ownerId, ifVersion, at } = command;
  if (ifVersion && !ifVersion.includes(video.version))
    return E.left({ _tag: 'VideoVersionIsStale', videoId, current: video.version });
  return pipe(
    patched(command, video),
    E.map((composition) => {
      const changes = changesBetween(video.composition, composition);
      if (!changes) return [];
      const version = video.version + 1;
      return [{ type: 'VideoPatched', data: { videoId, ownerId, version, composition, changes, at } }];
    }),
  );
};

const changeEditorLink = (command: ChangeEditorLink, video: Video): Decision => {
  const { type: _, ...data } = command;
  return E.right(video.editorTokenHash === data.editorTokenHash ? [] : [{ type: 'EditorLinkChanged', data }]);
};

/** The video behind a state, if it is there and belongs to the owner. */
export const ownedVideo =
  (videoId: VideoId, ownerId: OwnerId) =>
  (state: VideoState): E.Either<VideoRefusal, Video> => {
    if (state._tag === 'NoVideo') return E.left({ _tag: 'VideoDoesNotExist', videoId });
    return state.ownerId === ownerId
      ? E.right(state)
      : E.left({ _tag: 'VideoBelongsToAnotherOwner', videoId });
  };

const decide = (command: VideoCommand, state: VideoState): Decision => {
  if (command.type === 'CreateVideo') return create(command, state);
  return pipe(
    state,
    ownedVideo(command.videoId, command.ownerId),
    E.flatMap((video) =>
      command.type === 'PatchVideo' ? patch(command, video) : changeEditorLink(command, video),
    ),
  );
};

/** Videos: created once (again under the same id changes nothing), then a new version with every patch that changes something. */
export const videoDecider: Decider<VideoCommand, VideoState, VideoEvent, VideoRefusal> = {
  initialState: { _tag: 'NoVideo' },
  decide,
  evolve,
};
