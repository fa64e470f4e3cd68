import type { Operation } from './operation.js';
import { replaceEditorLinkOperation, revokeEditorLinkOperation } from './routes/editor-links.js';
import {
  cancelRenderOperation,
  createRenderOfVideoOperation,
  createRenderOperation,
  getRenderOperation,
} from './routes/renders.js';
import { listRendersOperation, searchRendersOperation } from './routes/render-lists.js';
import {
  diffVersionsOperation,
  getVersionOperation,
  listVersionsOperation,
  restoreVersionOperation,
} from './routes/versions.js';
import { listVideoEventsOperation } from './routes/video-events.js';
import {
  createVideoOperation,
  getVideoOperation,
  listVideosOperation,
  patchVideoOperation,
} from './routes/videos.js';
import { listEventsOperation } from './routes/events.js';
import {
  pauseWebhookOperation,
  resumeWebhookOperation,
  rotateSecretOperation,
  testWebhookOperation,
} from './routes/webhook-actions.js';
import {
  getDeliveryOperation,
  listDeliveriesOperation,
  redeliverFailedOperation,
  redeliverOperation,
} from './routes/webhook-deliveries.js';
import {
  changeWebhookOperation,
  deleteWebhookOperation,
  getWebhookOperation,
  listWebhooksOperation,
  registerWebhookOperation,
} from './routes/webhooks.js';

/** Every operation of the API, in the order in which the reference shows them. */
export const allOperations: ReadonlyArray<Operation> = [
  createVideoOperation,
  listVideosOperation,
  getVideoOperation,
  patchVideoOperation,
  replaceEditorLinkOperation,
  revokeEditorLinkOperation,
  listVersionsOperation,
  getVersionOperation,
  diffVersionsOperation,
  restoreVersionOperation,
  listVideoEventsOperation,
  createRenderOperation,
  listRendersOperation,
  searchRendersOperation, // before the paths with an id, which its path matches too
  createRenderOfVideoOperation,
  getRenderOperation,
  cancelRenderOperation,
  registerWebhookOperation,
  listWebhooksOperation,
  getWebhookOperation,
  changeWebhookOperation,
  deleteWebhookOperation,
  pauseWebhookOperation,
  resumeWebhookOperation,
  rotateSecretOperation,
  testWebhookOperation,
  listDeliveriesOperation,
  getDeliveryOperation,
  redeliverOperation,
  redeliverFailedOperation,
  listEventsOperation,
];
