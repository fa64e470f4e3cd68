import type { Recorded } from '../domain/events.js';
import type { VideoPatched } from '../domain/video/events.js';
import { insert, on, type Projection, update } from './change.js';

const table = 'video_list';

const newVersion = ({ videoId, composition }: VideoPatched['data'], recorded: Recorded) => [
  update(table, { video_id: videoId }, { name: composition.metadata.name }, recorded),
];

/** The columns by which lists of videos are sorted, filtered and counted: narrow rows keep the indexes small. */
export const videoList: Projection = {
  name: 'video-list',
  tables: [table],
  project: on({
    VideoCreated: ({ videoId, ownerId, composition, at }, recorded) => [
      insert(
        table,
        { video_id: videoId, owner_id: ownerId, name: composition.metadata.name, created_at: at },
        recorded,
      ),
    ],
    VideoPatched: newVersion,
    VideoRestored: newVersion,
  }),
};
