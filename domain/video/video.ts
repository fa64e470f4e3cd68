import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { aggregate } from '../aggregate.js';
import { type AssetHashes, hashesUsedIn } from '../asset/references.js';
import { decodeField, errorsOf, formatErrors } from '../codec/codec.js';
import { template } from '../codec/containers.js';
import { definedFields, fitsInUtf8, sameJson } from '../codec/json.js';
import { mergePatch } from '../codec/merge-patch.js';
import { changesBetween } from '../composition/changes.js';
import { withClipIds } from '../composition/clips/clip-ids.js';
import { Additional, type Composition, Metadata } from '../composition/composition.js';
import { LIMITS } from '../composition/limits.js';
import type { PatchVideoBody } from '../composition/requests.js';
import type { Decider } from '../decider.js';
import type { VideoId } from '../ids.js';
import { streamName } from '../stream-names.js';
import { defaultProblems, isTemplate } from '../template/merge.js';
import type { VideoCommand } from './commands.js';
import { VIDEO_EVENTS, type VideoEvent } from './events.js';
import type { VideoRefusal } from './refusals.js';
import { evolveVideo, type Video, type VideoState, versionOfVideo } from './state.js';

export const videoStream = (id: VideoId): `video-${VideoId}` => streamName('video', id);

/** The field of an event that lists the assets of a composition. */
const assetsIn = (composition: Composition, known: AssetHashes = {}) => {
  const assets = hashesUsedIn(composition, known);
  return assets ? { assets } : {};
};

type Decision = E.Either<VideoRefusal, ReadonlyArray<VideoEvent>>;

/** Accepts the event, unless it exceeds the event store's size limit. */
const acceptIfStorable = (event: VideoEvent): Decision =>
  fitsInUtf8(JSON.stringify(event.data), LIMITS.eventBytes)
    ? E.right([event])
    : E.left({ _tag: 'VideoIsTooLarge', maxBytes: LIMITS.eventBytes });

const patchedAdditional = (
  stored: Additional | undefined,
  patch: PatchVideoBody['additional'],
): t.Validation<Additional | undefined> => {
  if (patch === undefined) return E.right(stored);
  if (patch === null) return E.right(undefined);
  return decodeField(Additional, mergePatch(stored ?? {}, patch), 'additional');
};

/** The patched composition, or all of its problems. */
const patched = (
  body: PatchVideoBody,
  clipIds: ReadonlyArray<string>,
  before: Composition,
): E.Either<VideoRefusal, Composition> => {
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
    renderOptionsInUI: body.renderOptionsInUI ?? stored.renderOptionsInUI,
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

/** The data of the event of a new version; undefined if nothing changes. */
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

/** The folder and the archive of a video, in the form of events. */
const locationOf = ({ folder, archived }: { folder?: string | null; archived?: boolean }) => ({
  ...(folder ? { folder } : {}),
  ...(archived ? { archived } : {}),
});

/**
 * Videos: created once (a repeated request with the same id changes nothing), then a new version with every patch or
 * restoration that changes something.
 */
export const videoDecider: Decider<VideoCommand, VideoState, VideoEvent, VideoRefusal> = aggregate({
  category: 'video',
  events: VIDEO_EVENTS,
  evolve: evolveVideo,
  versionOf: versionOfVideo,
  createdBy: 'CreateVideo',
  create: ({ videoId, ownerId, body, clipIds, assets, editorTokenHash, at }) => {
    const { additional, ...document } = body;
    const clips = withClipIds(body.clips, [], clipIds);
    const composition = { ...document, clips, ...(additional ? { additional } : {}) };
    const problems = isTemplate(composition) ? defaultProblems(composition) : [];
    if (problems.length > 0) return E.left({ _tag: 'VideoIsInvalid', problems });
    const version = { version: 1, composition, ...assetsIn(composition, assets) } as const;
    return acceptIfStorable({
      type: 'VideoCreated',
      data: { videoId, ownerId, ...version, editorTokenHash, at },
    });
  },
  handle: {
    PatchVideo: ({ body, clipIds, assets, ifVersion, at }, video) =>
      pipe(
        refuseStale(video, ifVersion),
        E.flatMap(() => patched(body, clipIds, video.composition)),
        E.flatMap((composition): Decision => {
          const data = newVersion(video, composition, assets, at);
          return data ? acceptIfStorable({ type: 'VideoPatched', data }) : E.right([]);
        }),
      ),
    RestoreVideo: ({ restored: { version, composition, assets }, ifVersion, at }, video) =>
      pipe(
        refuseStale(video, ifVersion),
        E.flatMap((): Decision => {
          // What links permit now, an earlier version does not widen.
          const { renderOptionsInUI } = video.composition;
          const data = newVersion(video, { ...composition, renderOptionsInUI }, assets, at);
          if (!data) return E.right([]);
          return acceptIfStorable({ type: 'VideoRestored', data: { ...data, restoredFrom: version } });
        }),
      ),
    ChangeEditorLink: (changed, video) =>
      E.right(
        video.editorTokenHash === changed.editorTokenHash
          ? []
          : [{ type: 'EditorLinkChanged', data: { ...changed, ...locationOf(video) } }],
      ),
    MoveVideo: ({ folder, archived }, video, facts) => {
      const { editorTokenHash } = video;
      const before = locationOf(video);
      const location = locationOf({ ...before, ...definedFields({ folder, archived }) });
      return E.right(
        sameJson(location, before)
          ? []
          : [{ type: 'VideoMoved', data: { ...facts, editorTokenHash, ...location } }],
      );
    },
  },
});
