import type { Recorded } from '../domain/events.js';
import type { VideoCreated, VideoPatched, VideoRestored } from '../domain/video/events.js';
import { type Change, insert, on, type Projection } from './change.js';

const table = 'video_versions';

type VersionData = (VideoCreated | VideoPatched | VideoRestored)['data'];

const version = (data: VersionData, recorded: Recorded): ReadonlyArray<Change> => [
  insert(
    table,
    {
      video_id: data.videoId,
      version: data.version,
      changes: 'changes' in data ? data.changes : null,
      restored_from: 'restoredFrom' in data ? data.restoredFrom : null,
      actor: recorded.metadata.actor,
      created_at: data.at,
    },
    recorded,
  ),
];

/**
 * All versions of all videos, with their author and changes. Their content is stored only in the event with the row's
 * revision.
 */
export const videoVersions: Projection = {
  name: 'video-versions',
  tables: [table],
  project: on({ VideoCreated: version, VideoPatched: version, VideoRestored: version }),
};
