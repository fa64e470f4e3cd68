import type { Recorded } from '../domain/events.js';
import type { VideoPatched } from '../domain/video/events.js';
import { insert, on, type Projection, update } from './change.js';

const table = 'video_details';

const newVersion = ({ videoId, version, composition, at }: VideoPatched['data'], recorded: Recorded) => [
  update(table, { video_id: videoId }, { version, composition, updated_at: at }, recorded),
];

/** The current state of all videos. */
export const videoDetails: Projection = {
  name: 'video-details',
  tables: [table],
  project: on({
    VideoCreated: ({ videoId, ownerId, version, composition, editorTokenHash, at }, recorded) => [
      insert(
        table,
        {
          video_id: videoId,
          owner_id: ownerId,
          version,
          composition,
          editor_token_hash: editorTokenHash,
          created_at: at,
          updated_at: at,
        },
        recorded,
      ),
    ],
    VideoPatched: newVersion,
    VideoRestored: newVersion,
    EditorLinkChanged: ({ videoId, editorTokenHash }, recorded) => [
      update(table, { video_id: videoId }, { editor_token_hash: editorTokenHash }, recorded),
    ],
  }),
};
