import type { Operation } from '../server/operation.js';
import { apiKeyOperations, usageOperation } from './api-keys.js';
import { assetContentOperation, assetProxyOperation } from './assets/asset-content.js';
import { assetPictureOperations } from './assets/asset-pictures.js';
import { assetEventOperation, assetOperations } from './assets/assets.js';
import { createAssetOperation } from './assets/create-asset.js';
import { finishAssetOperation } from './assets/direct-upload.js';
import { batchResultOperations } from './batches/batch-results.js';
import { batchOperations } from './batches/batches.js';
import { fontOperation } from './frames/fonts.js';
import { frameOperations } from './frames/frames.js';
import { playbackOperations } from './frames/playback.js';
import { sourceOperation } from './frames/sources.js';
import { importOperations } from './imports.js';
import { logOperations } from './log/log.js';
import { receiptOperations } from './renders/receipts.js';
import { renderListOperations } from './renders/render-lists.js';
import { renderEventOperation, renderOperations } from './renders/renders.js';
import { replayOperations } from './renders/replays.js';
import { sampleOperation } from './samples.js';
import { captionOperations } from './videos/captions.js';
import { checkOperations } from './videos/checks.js';
import { commentOperations } from './videos/comments.js';
import { decisionOperations } from './videos/decisions.js';
import { editorLinkOperations } from './videos/editor-links.js';
import { versionDiffOperation } from './videos/version-diff.js';
import { versionOperations, videoEventOperation } from './videos/versions.js';
import { folderOperations } from './videos/folders.js';
import { variableOperation, videoOperations, viewingOperation } from './videos/videos.js';
import { feedOperation, webhookDeliveryOperations } from './webhooks/webhook-deliveries.js';
import { webhookOperations } from './webhooks/webhooks.js';

/** Every operation of the API, in the order of the reference. */
export const allOperations: ReadonlyArray<Operation> = [
  ...videoOperations,
  ...folderOperations,
  viewingOperation,
  variableOperation,
  ...checkOperations,
  ...importOperations,
  ...editorLinkOperations,
  ...versionOperations,
  versionDiffOperation,
  ...decisionOperations,
  ...commentOperations,
  ...frameOperations,
  sourceOperation,
  ...playbackOperations,
  videoEventOperation,
  ...renderListOperations, // before the paths with an id, which would also match
  ...renderOperations,
  renderEventOperation,
  ...captionOperations,
  ...batchOperations,
  ...batchResultOperations,
  ...replayOperations,
  createAssetOperation,
  finishAssetOperation,
  ...assetOperations,
  assetContentOperation,
  assetEventOperation,
  ...assetPictureOperations,
  assetProxyOperation,
  fontOperation,
  sampleOperation,
  ...webhookOperations,
  ...webhookDeliveryOperations,
  feedOperation,
  ...apiKeyOperations,
  usageOperation,
  ...logOperations,
  ...receiptOperations,
];
