/** The rows that each projection makes of the example events. */
import type { Row } from '../../projections/change.js';
import {
  assetId,
  at,
  batchId,
  changes,
  endpointId,
  keyId,
  owner,
  renderId,
  videoId,
} from '../support/examples.js';
import {
  author,
  batchedRender,
  cancelledBatch,
  cancelledRender,
  comment,
  deletedEndpoint,
  events,
  failedRender,
  failure,
  fingerprint,
  first,
  output,
  refusedAsset,
  reply,
  url,
  verdict,
} from './example-events.js';

/** Some of the rows that each projection must have at the end, by table and key. */
export const EXPECTED: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'api-keys': { [`api_keys ["${keyId}"]`]: { key_hash: 'h', revoked_at: at(1) } },
  'video-details': {
    [`video_details ["${videoId}"]`]: {
      version: 3,
      composition: first,
      editor_token_hash: null,
      folder: 'Spring',
      archived: true,
    },
  },
  'video-list': {
    [`video_list ["${videoId}"]`]: { name: 'One', created_at: at(0), folder: 'Spring', archived: true },
  },
  'video-versions': {
    [`video_versions ["${videoId}",1]`]: { changes: null, restored_from: null },
    [`video_versions ["${videoId}",2]`]: { changes: changes(), restored_from: null },
    [`video_versions ["${videoId}",3]`]: { changes: changes(), restored_from: 1 },
  },
  'review-comments': {
    [`review_comments ["${comment}"]`]: {
      video_id: videoId,
      thread_id: null,
      version: 2,
      text: 'Dark',
      time: 5,
      point: { x: 0, y: 1 },
      drawing: [{ shape: 'arrow', colour: 'red', points: [{ x: 0, y: 1 }] }],
      author,
      resolved_by: author,
      resolved_at: at(9),
    },
    [`review_comments ["${reply}"]`]: { thread_id: comment, text: 'Lit', version: null, created_at: at(6) },
  },
  'review-decisions': Object.fromEntries(
    events
      .filter(({ event }) => event.type === 'VersionApproved' || event.type === 'VersionSentBack')
      .map(({ id, event }) => [
        `review_decisions ["${id}"]`,
        event.type === 'VersionApproved'
          ? { version: 2, outcome: 'approved', text: null, decided_at: at(10) }
          : { version: 2, outcome: 'sent-back', text: 'Fix it', decided_at: at(11) },
      ]),
  ),
  'webhook-endpoints': {
    [`webhook_endpoints ["${endpointId}"]`]: { url, status: 'active', active_since: at(2) },
    [`webhook_endpoints ["${deletedEndpoint}"]`]: {
      events: ['render.completed'],
      description: 'mine',
      status: 'disabled',
      disabled_reason: 'gone',
      active_since: at(1),
      updated_at: at(2),
      deleted_at: at(3),
    },
    [`webhook_secret_versions ["${deletedEndpoint}",1]`]: { secret_id: 's3', previous_expire_at: null },
    [`webhook_secret_versions ["${endpointId}",1]`]: { secret_id: 's1', previous_expire_at: null },
    [`webhook_secret_versions ["${endpointId}",2]`]: { secret_id: 's2', previous_expire_at: at(9) },
  },
  assets: {
    [`assets ["${assetId}"]`]: {
      status: 'ready',
      name: 'opening',
      tags: ['intro'],
      sha256: 'a'.repeat(64),
      media_type: 'video/mp4',
      created_at: at(0),
      updated_at: at(3),
    },
    [`assets ["${refusedAsset}"]`]: {
      status: 'refused',
      reason: 'it is an archive',
      video_id: videoId,
      deleted_at: at(2),
    },
  },
  'render-details': {
    [`render_details ["${renderId}"]`]: { status: 'completed', attempt: 1, output, captioned_clips: [] },
    [`render_details ["${failedRender}"]`]: { status: 'failed', failure, finished_at: at(9) },
    [`render_details ["${batchedRender}"]`]: { status: 'pending', batch_id: batchId, batch_row: 0 },
    [`render_details ["${cancelledRender}"]`]: {
      status: 'cancelled',
      captioned_clips: [],
      finished_at: at(9),
    },
  },
  'render-batches': {
    [`render_batches ["${batchId}"]`]: {
      status: 'completed',
      row_count: 1,
      outcome: { completed: 0, failed: 0, cancelled: 1 },
      request_id: 'r',
      finished_at: at(9),
    },
    [`render_batches ["${cancelledBatch}"]`]: { status: 'cancelled', finished_at: at(7) },
  },
  'render-dispatch': {
    [`render_jobs ["${batchedRender}"]`]: { over: false },
    [`render_jobs ["${renderId}"]`]: { requested_at: at(13), over: true, rank: 3, completed_at: null },
    [`render_jobs ["${failedRender}"]`]: { over: true },
    [`render_jobs ["${cancelledRender}"]`]: { over: true },
  },
  'render-fingerprints': {
    [`render_fingerprints ["${renderId}"]`]: {
      owner_id: owner,
      video_version: 1,
      duration_ms: 1,
      fingerprint,
    },
  },
  'render-replays': {
    [`render_replays ["${renderId}",1]`]: { status: 'failed', failure, requested_at: at(10) },
    [`render_replays ["${renderId}",2]`]: {
      owner_id: owner,
      status: 'completed',
      attempt: 1,
      verdict,
      finished_at: at(15),
    },
  },
  'webhook-deliveries': {},
};
