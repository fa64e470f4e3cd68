import { insert, projection } from './change.js';

/** The perceptual fingerprints of completed renders, of those that have one. */
export const renderFingerprints = projection('render-fingerprints', ['render_fingerprints'], {
  RenderCompleted: ({ renderId, ownerId, videoId, videoVersion, output, fingerprint, at }) =>
    fingerprint
      ? insert({
          render_id: renderId,
          owner_id: ownerId,
          video_id: videoId,
          video_version: videoVersion,
          duration_ms: output.durationMs,
          fingerprint,
          completed_at: at,
        })
      : [],
});
