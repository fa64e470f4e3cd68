import { parameter } from './openapi-parameters.js';
import type { JsonSchema } from '../../../domain/codec/codec.js';
import { WEBHOOK_TEST_VECTOR } from '../../../application/records/webhook-test-vector.js';
import {
  AssetWebhookBody,
  BatchWebhookBody,
  ReviewWebhookBody,
  WebhookBody,
} from '../../../application/records/webhook-body.js';

// The webhooks that the service sends: docs/webhooks.md.

const header = (name: string, description: string) =>
  parameter('header', name, description, { required: true });

const webhook = (
  operationId: string,
  summary: string,
  subject = 'renderId',
  body: JsonSchema = WebhookBody.jsonSchema,
) => ({
  post: {
    operationId,
    security: [],
    tags: ['Webhooks'],
    summary,
    description: 'See the description of this section for signatures, retries and a test vector.',
    parameters: [
      header('X-Signature', 'Hex HMAC-SHA256 of the request body, keyed with the whole secret, `whsec_…`.'),
      header('Idempotency-Key', `\`{${subject}}:{event}\`; the same for every attempt.`),
      header('webhook-id', 'Standard Webhooks: the id of the message; the same for every attempt.'),
      header('webhook-timestamp', 'Standard Webhooks: when the attempt was made, in seconds since 1970.'),
      header('webhook-signature', 'Standard Webhooks: `v1,{base64}` for each valid secret.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: {
      '2XX': { description: 'Delivered.' },
      '4XX': { description: 'Retried, as any response but a 2xx. A 410 disables the webhook.' },
    },
  },
});

export const WEBHOOKS = {
  'render.completed': webhook('receiveRenderCompleted', 'A render was completed'),
  'render.failed': webhook('receiveRenderFailed', 'A render failed'),
  'batch.completed': webhook(
    'receiveBatchCompleted',
    'All renders of a batch are over',
    'batchId',
    BatchWebhookBody.jsonSchema,
  ),
  'asset.ready': webhook('receiveAssetReady', 'An asset can be used', '_id', AssetWebhookBody.jsonSchema),
  'asset.refused': webhook('receiveAssetRefused', 'A file is not kept', '_id', AssetWebhookBody.jsonSchema),
  ...Object.fromEntries(
    (
      [
        ['comment.added', 'receiveCommentAdded', 'Somebody commented on a video'],
        ['comment.replied', 'receiveCommentReplied', 'Somebody replied to a comment'],
        ['version.approved', 'receiveVersionApproved', 'A version was approved'],
        ['version.sent-back', 'receiveVersionSentBack', 'A version was sent back'],
      ] as const
    ).map(([name, id, summary]) => [name, webhook(id, summary, 'webhook-id', ReviewWebhookBody.jsonSchema)]),
  ),
  'webhook.test': webhook('receiveTestEvent', 'A test event requested by the owner'),
};

const { secret, webhookId, webhookTimestamp, body, xSignature, webhookSignature } = WEBHOOK_TEST_VECTOR;

export const WEBHOOKS_TEXT = `
Endpoints that are notified when renders and batches finish, and when uploaded files can be used. A 2xx within 15 seconds counts as delivered. Any other response,
including a redirect, is retried. The first of 12 attempts is made at once, the others after waits of 5 s, 30 s, 5 min,
30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h and 24 h. Each wait varies by up to 20 %, but is never shorter than
\`Retry-After\`. A 410, or five days without a successful delivery, disables a webhook. Every attempt sends the same
bytes.

Test vector: with the secret \`${secret}\`, \`webhook-id: ${webhookId}\` and \`webhook-timestamp: ${webhookTimestamp}\`, the body

\`\`\`json
${body}
\`\`\`

has \`X-Signature: ${xSignature}\` and \`webhook-signature: ${webhookSignature}\`.
`.trim();
