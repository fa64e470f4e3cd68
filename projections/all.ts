import { apiKeys } from './api-keys.js';
import { assets } from './assets.js';
import type { Projection } from './change.js';
import { renderBatches } from './render-batches.js';
import { renderDetails } from './render-details.js';
import { renderDispatch } from './render-dispatch.js';
import { renderFingerprints } from './render-fingerprints.js';
import { renderReplays } from './render-replays.js';
import { reviewComments } from './review-comments.js';
import { reviewDecisions } from './review-decisions.js';
import { videoDetails } from './video-details.js';
import { videoList } from './video-list.js';
import { videoVersions } from './video-versions.js';
import { webhookDeliveries } from './webhook-deliveries.js';
import { webhookEndpoints } from './webhook-endpoints.js';

/** All projections, in the order in which they process an event: deliveries read what render details and batches wrote. */
export const allProjections: ReadonlyArray<Projection> = [
  apiKeys,
  videoDetails,
  videoList,
  videoVersions,
  reviewComments,
  reviewDecisions,
  webhookEndpoints,
  assets,
  renderDetails,
  renderBatches,
  renderDispatch,
  renderFingerprints,
  renderReplays,
  webhookDeliveries,
];
