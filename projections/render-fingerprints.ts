import { insert, on, type Projection } from './change.js';

const table = 'render_fingerprints';

/** The perceptual fingerprints of completed renders. Renders of earlier releases have none. */
export const renderFingerprints: Projection = {
  name: 'render-fingerprints',
  tables: [table],
  project: on({
    RenderCompleted: ({ renderId, ownerId, videoId, videoVersion, output, fingerprint, at }, recorded) =>
      fingerprint
        ? [
            insert(
              table,
              {
                render_id: renderId,
                owner_id: ownerId,
                video_id: videoId,
                video_version: videoVersion,
                duration_ms: output.durationMs,
                fingerprint,
                completed_at: at,
              },
              recorded,
            ),
          ]
        : [],
  }),
};
