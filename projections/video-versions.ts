import type { Recorded } from '../domain/events.js';
import type { VideoCreated, VideoPatched, VideoRestored } from '../domain/video/events.js';
import { insert, projection } from './change.js';

const version = (data: (VideoCreated | VideoPatched | VideoRestored)['data'], { metadata }: Recorded) =>
  insert({
    video_id: data.videoId,
    version: data.version,
    changes: 'changes' in data ? data.changes : null,
    restored_from: 'restoredFrom' in data ? data.restoredFrom : null,
    assets: data.assets ?? null,
    actor: metadata.actor,
    created_at: data.at,
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
