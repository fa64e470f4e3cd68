import type { VideoPatched } from '../domain/video/events.js';
import { insert, projection, update } from './change.js';

const newVersion = ({ videoId, version, composition, at }: VideoPatched['data']) =>
  update({ video_id: videoId }, { version, composition, updated_at: at });

/** The current state of all videos. */
export const videoDetails = projection('video-details', ['video_details'], {
  VideoCreated: ({ videoId, ownerId, version, composition, editorTokenHash, at }) =>
    insert({
      video_id: videoId,
      owner_id: ownerId,
      version,
      composition,
      editor_token_hash: editorTokenHash,
      created_at: at,
      updated_at: at,
    }),
  VideoPatched: newVersion,
  VideoRestored: newVersion,
  EditorLinkChanged: ({ videoId, editorTokenHash }) =>
    update({ video_id: videoId }, { editor_token_hash: editorTokenHash }),
});
