import { listVariablesOperation } from './videos/variables.js';
import { getRenderCaptionsOperation, getVideoCaptionsOperation } from './videos/captions.js';
import type { Operation } from '../server/operation.js';
import {
  createLinkOperation,
  replaceEditorLinkOperation,
  revokeEditorLinkOperation,
} from './videos/editor-links.js';
import {
  cancelRenderOperation,
  createRenderOfVideoOperation,
  createRenderOperation,
  getRenderOperation,
} from './renders/renders.js';
import { watchRenderOperation } from './renders/render-events.js';
import {
  cancelBatchOperation,
  createBatchOperation,
  getBatchOperation,
  listBatchesOperation,
} from './batches/batches.js';
import { getBatchArchiveOperation, listBatchResultsOperation } from './batches/batch-results.js';
import { getReplayOperation, requestReplayOperation } from './renders/replays.js';
import { listRendersOperation, searchRendersOperation } from './renders/render-lists.js';
import { getVersionOperation, listVersionsOperation, restoreVersionOperation } from './videos/versions.js';
import { diffVersionsOperation } from './videos/version-diff.js';
import { getReceiptOperation, verifyFileOperation } from './renders/receipts.js';
import { drawFrameOperation, getFrameOperation, getVersionFrameOperation } from './frames/frames.js';
import { drawPlaybackOperation, getPlaybackOperation, probeMediaOperation } from './frames/playback.js';
import { getSourceOperation } from './frames/sources.js';
import { listVideoEventsOperation } from './videos/video-events.js';
import {
  createVideoOperation,
  getVideoOperation,
  listVideosOperation,
  patchVideoOperation,
} from './videos/videos.js';
import { checkProjectOperation, checkVideoOperation } from './videos/checks.js';
import { listEventsOperation } from './log/events.js';
import { getCheckpointOperation, getLogProofOperation } from './log/log.js';
import { listSamplesOperation } from './samples.js';
import { listFontsOperation } from './frames/fonts.js';
import { exportTimelineOperation, importProjectOperation } from './imports.js';
import {
  pauseWebhookOperation,
  resumeWebhookOperation,
  rotateSecretOperation,
  testWebhookOperation,
} from './webhooks/webhook-actions.js';
import {
  getDeliveryOperation,
  listDeliveriesOperation,
  redeliverFailedOperation,
  redeliverOperation,
} from './webhooks/webhook-deliveries.js';
import {
  changeWebhookOperation,
  deleteWebhookOperation,
  getWebhookOperation,
  listWebhooksOperation,
  registerWebhookOperation,
} from './webhooks/webhooks.js';

/** Every operation of the API, in the order of the reference. */
export const allOperations: ReadonlyArray<Operation> = [
  createVideoOperation,
  listVideosOperation,
  getVideoOperation,
  listVariablesOperation,
  checkVideoOperation,
  checkProjectOperation,
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
