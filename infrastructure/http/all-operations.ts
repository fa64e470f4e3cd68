import type { Operation } from './operation.js';
import { replaceEditorLinkOperation, revokeEditorLinkOperation } from './routes/editor-links.js';
import {
  cancelRenderOperation,
  createRenderOfVideoOperation,
  createRenderOperation,
  getRenderOperation,
  listRendersOperation,
} from './routes/renders.js';
import {
  createVideoOperation,
  getVideoOperation,
  listVideosOperation,
  patchVideoOperation,
} from './routes/videos.js';
import {
  deleteWebhookOperation,
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
  createRenderOperation,
  listRendersOperation,
  createRenderOfVideoOperation,
  getRenderOperation,
  cancelRenderOperation,
  registerWebhookOperation,
  listWebhooksOperation,
  deleteWebhookOperation,
];
