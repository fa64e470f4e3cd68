import type { VideoCreated, VideoMoved, VideoPatched, VideoRestored } from '../domain/video/events.js';
import { insert, projection, update } from './change.js';
import type { Recorded } from '../domain/events.js';

const newVersion = ({ videoId, version, composition, at }: VideoPatched['data']) =>
  update({ videoId }, { version, composition, updatedAt: at });

const moved = ({ videoId, folder, archived }: VideoMoved['data']) =>
  update({ videoId }, { folder, archived: archived ?? false });

/** The current state of all videos. */
export const videoDetails = projection('video-details', ['video_details'], {
  VideoCreated: ({ videoId, ownerId, version, composition, editorTokenHash, at }) =>
    insert({ videoId, ownerId, version, composition, editorTokenHash, createdAt: at, updatedAt: at }),
  VideoPatched: newVersion,
  VideoRestored: newVersion,
  EditorLinkChanged: ({ videoId, editorTokenHash }) => update({ videoId }, { editorTokenHash }),
  VideoMoved: moved,
});

const renamed = ({ videoId, composition }: VideoPatched['data']) =>
  update({ videoId }, { name: composition.metadata.name });

/** The columns by which lists of videos are sorted, filtered and counted. Narrow rows keep the indexes small. */
export const videoList = projection('video-list', ['video_list'], {
  VideoCreated: ({ videoId, ownerId, composition, at }) =>
    insert({ videoId, ownerId, name: composition.metadata.name, createdAt: at }),
  VideoPatched: renamed,
  VideoRestored: renamed,
  VideoMoved: moved,
});

const version = (data: (VideoCreated | VideoPatched | VideoRestored)['data'], { metadata }: Recorded) =>
  insert({
    videoId: data.videoId,
    version: data.version,
    changes: 'changes' in data ? data.changes : null,
    restoredFrom: 'restoredFrom' in data ? data.restoredFrom : null,
    assets: data.assets,
    actor: metadata.actor,
    createdAt: data.at,
  });

/**
 * All versions of all videos, with their author and changes. Their content is stored only in the event with the row's
 * revision.
 */
export const videoVersions = projection('video-versions', ['video_versions'], {
  VideoCreated: version,
  VideoPatched: version,
  VideoRestored: version,
});
