import { insert, on, type Projection } from './change.js';

const table = 'video_versions';

/** Every version there ever was of every video, who made it, and what it changed. */
export const videoVersions: Projection = {
  name: 'video-versions',
  tables: [table],
  project: on({
    VideoCreated: ({ videoId, version, composition, at }, recorded) => [
      insert(
        table,
        {
          video_id: videoId,
          version,
          composition,
          changes: null,
          actor: recorded.metadata.actor,
          created_at: at,
        },
        recorded,
      ),
    ],
    VideoPatched: ({ videoId, version, composition, changes, at }, recorded) => [
      insert(
        table,
        { video_id: videoId, version, composition, changes, actor: recorded.metadata.actor, created_at: at },
        recorded,
      ),
    ],
  }),
};
