import { apiKeys } from './api-keys.js';
import { assets } from './assets.js';
import type { Projection } from './change.js';
import { renderBatches } from './render-batches.js';
import { renderDetails, renderDispatch, renderFingerprints, renderReplays } from './renders.js';
import { reviewComments, reviewDecisions } from './reviews.js';
import { videoDetails, videoList, videoVersions } from './videos.js';
import { webhookDeliveries } from './webhook-deliveries.js';
import { webhookEndpoints } from './webhook-endpoints.js';

/** All projections in processing order: deliveries read the rows of render details and batches. */
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
