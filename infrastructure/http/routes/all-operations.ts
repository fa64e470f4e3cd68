import { listVariablesOperation } from './variables.js';
import type { Operation } from '../server/operation.js';
import { replaceEditorLinkOperation, revokeEditorLinkOperation } from './editor-links.js';
import {
  cancelRenderOperation,
  createRenderOfVideoOperation,
  createRenderOperation,
  getRenderOperation,
} from './renders.js';
import { listRendersOperation, searchRendersOperation } from './render-lists.js';
import {
  diffVersionsOperation,
  getVersionOperation,
  listVersionsOperation,
  restoreVersionOperation,
} from './versions.js';
import { getReceiptOperation, verifyFileOperation } from './receipts.js';
import { drawFrameOperation, getFrameOperation, getVersionFrameOperation } from './frames.js';
import { listVideoEventsOperation } from './video-events.js';
import {
  createVideoOperation,
  getVideoOperation,
  listVideosOperation,
  patchVideoOperation,
} from './videos.js';
import { listEventsOperation } from './events.js';
import { getCheckpointOperation, getLogProofOperation } from './log.js';
import { listFontsOperation } from './fonts.js';
import { exportTimelineOperation, importProjectOperation } from './imports.js';
import {
  pauseWebhookOperation,
  resumeWebhookOperation,
  rotateSecretOperation,
  testWebhookOperation,
} from './webhook-actions.js';
import {
  getDeliveryOperation,
  listDeliveriesOperation,
  redeliverFailedOperation,
  redeliverOperation,
} from './webhook-deliveries.js';
import {
  changeWebhookOperation,
  deleteWebhookOperation,
  getWebhookOperation,
  listWebhooksOperation,
  registerWebhookOperation,
} from './webhooks.js';

/** Every operation of the API, in the order of the reference. */
export const allOperations: ReadonlyArray<Operation> = [
  createVideoOperation,
  listVideosOperation,
  getVideoOperation,
  listVariablesOperation,
  patchVideoOperation,
  exportTimelineOperation,
  importProjectOperation,
  replaceEditorLinkOperation,
  revokeEditorLinkOperation,
  listVersionsOperation,
  getVersionOperation,
  diffVersionsOperation,
  restoreVersionOperation,
  getFrameOperation,
  getVersionFrameOperation,
  drawFrameOperation,
  listVideoEventsOperation,
  createRenderOperation,
  listRendersOperation,
  searchRendersOperation, // before the paths with an id, which would also match
  createRenderOfVideoOperation,
  getRenderOperation,
  cancelRenderOperation,
  listFontsOperation,
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
  getCheckpointOperation,
  getLogProofOperation,
  getReceiptOperation,
  verifyFileOperation,
];
