import { listVariablesOperation } from './variables.js';
import { getRenderCaptionsOperation, getVideoCaptionsOperation } from './captions.js';
import type { Operation } from '../server/operation.js';
import {
  createLinkOperation,
  replaceEditorLinkOperation,
  revokeEditorLinkOperation,
} from './editor-links.js';
import {
  cancelRenderOperation,
  createRenderOfVideoOperation,
  createRenderOperation,
  getRenderOperation,
} from './renders.js';
import { watchRenderOperation } from './render-events.js';
import {
  cancelBatchOperation,
  createBatchOperation,
  getBatchOperation,
  listBatchesOperation,
} from './batches.js';
import { getBatchArchiveOperation, listBatchResultsOperation } from './batch-results.js';
import { getReplayOperation, requestReplayOperation } from './replays.js';
import { listRendersOperation, searchRendersOperation } from './render-lists.js';
import { getVersionOperation, listVersionsOperation, restoreVersionOperation } from './versions.js';
import { diffVersionsOperation } from './version-diff.js';
import { getReceiptOperation, verifyFileOperation } from './receipts.js';
import { drawFrameOperation, getFrameOperation, getVersionFrameOperation } from './frames.js';
import { drawPlaybackOperation, getPlaybackOperation, probeMediaOperation } from './playback.js';
import { getSourceOperation } from './sources.js';
import { listVideoEventsOperation } from './video-events.js';
import {
  createVideoOperation,
  getVideoOperation,
  listVideosOperation,
  patchVideoOperation,
} from './videos.js';
import { checkVideoOperation } from './checks.js';
import { listEventsOperation } from './events.js';
import { getCheckpointOperation, getLogProofOperation } from './log.js';
import { listSamplesOperation } from './samples.js';
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
  checkVideoOperation,
  patchVideoOperation,
  getVideoCaptionsOperation,
  exportTimelineOperation,
  importProjectOperation,
  replaceEditorLinkOperation,
  revokeEditorLinkOperation,
  createLinkOperation,
  listVersionsOperation,
  getVersionOperation,
  diffVersionsOperation,
  restoreVersionOperation,
  getFrameOperation,
  getVersionFrameOperation,
  drawFrameOperation,
  getSourceOperation,
  getPlaybackOperation,
  drawPlaybackOperation,
  probeMediaOperation,
  listVideoEventsOperation,
  createRenderOperation,
  listRendersOperation,
  searchRendersOperation, // before the paths with an id, which would also match
  createRenderOfVideoOperation,
  getRenderOperation,
  watchRenderOperation,
  getRenderCaptionsOperation,
  cancelRenderOperation,
  createBatchOperation,
  listBatchesOperation,
  getBatchOperation,
  cancelBatchOperation,
  listBatchResultsOperation,
  getBatchArchiveOperation,
  requestReplayOperation,
  getReplayOperation,
  listFontsOperation,
  listSamplesOperation,
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
