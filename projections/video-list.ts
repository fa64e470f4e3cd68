import type { VideoPatched } from '../domain/video/events.js';
import { insert, projection, update } from './change.js';

const newVersion = ({ videoId, composition }: VideoPatched['data']) =>
  update({ video_id: videoId }, { name: composition.metadata.name });

/** The columns by which lists of videos are sorted, filtered and counted: narrow rows keep the indexes small. */
export const videoList = projection('video-list', ['video_list'], {
  VideoCreated: ({ videoId, ownerId, composition, at }) =>
    insert({ video_id: videoId, owner_id: ownerId, name: composition.metadata.name, created_at: at }),
  VideoPatched: newVersion,
  VideoRestored: newVersion,
});
