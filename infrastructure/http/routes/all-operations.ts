import type { Operation } from '../server/operation.js';
import { apiKeyOperations } from './api-keys.js';
import { assetContentOperations, assetProxyOperation } from './assets/asset-content.js';
import { assetPictureOperations } from './assets/asset-pictures.js';
import { assetEventOperation, assetOperations } from './assets/assets.js';
import { createAssetOperation } from './assets/create-asset.js';
import { finishAssetOperation } from './assets/direct-upload.js';
import { batchResultOperations } from './batches/batch-results.js';
import { batchOperations } from './batches/batches.js';
import { fontOperations } from './frames/fonts.js';
import { frameOperations } from './frames/frames.js';
import { playbackOperations } from './frames/playback.js';
import { sourceOperations } from './frames/sources.js';
import { importOperations } from './imports.js';
import { logOperations } from './log/log.js';
import { receiptOperations } from './renders/receipts.js';
import { renderListOperations } from './renders/render-lists.js';
import { renderEventOperations, renderOperations } from './renders/renders.js';
import { replayOperations } from './renders/replays.js';
import { sampleOperations } from './samples.js';
import { captionOperations } from './videos/captions.js';
import { checkOperations } from './videos/checks.js';
import { commentOperations } from './videos/comments.js';
import { decisionOperations } from './videos/decisions.js';
import { editorLinkOperations } from './videos/editor-links.js';
import { versionDiffOperations } from './videos/version-diff.js';
import { versionOperations } from './videos/versions.js';
import { usageOperation } from './usage.js';
import { videoEventOperations } from './videos/video-events.js';
import { folderOperations } from './videos/folders.js';
import { viewingOperation } from './videos/viewing.js';
import { variableOperations, videoOperations } from './videos/videos.js';
import { feedOperations, webhookDeliveryOperations } from './webhooks/webhook-deliveries.js';
import { webhookOperations } from './webhooks/webhooks.js';

/** Every operation of the API, in the order of the reference. */
export const allOperations: ReadonlyArray<Operation> = [
  ...videoOperations,
  ...folderOperations,
  viewingOperation,
  ...variableOperations,
  ...checkOperations,
  ...importOperations,
  ...editorLinkOperations,
  ...versionOperations,
  ...versionDiffOperations,
  ...decisionOperations,
  ...commentOperations,
  ...frameOperations,
  ...sourceOperations,
  ...playbackOperations,
  ...videoEventOperations,
  ...renderListOperations, // before the paths with an id, which would also match
  ...renderOperations,
  ...renderEventOperations,
  ...captionOperations,
  ...batchOperations,
  ...batchResultOperations,
  ...replayOperations,
  createAssetOperation,
  finishAssetOperation,
  ...assetOperations,
  ...assetContentOperations,
  assetEventOperation,
  ...assetPictureOperations,
  assetProxyOperation,
  ...fontOperations,
  ...sampleOperations,
  ...webhookOperations,
  ...webhookDeliveryOperations,
  ...feedOperations,
  ...apiKeyOperations,
  usageOperation,
  ...logOperations,
  ...receiptOperations,
];
