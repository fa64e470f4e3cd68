import { WEBHOOK_TEST_VECTOR } from '../../../application/records/webhook-test-vector.js';
import { WebhookBody } from '../../../application/records/webhook-body.js';

// What the service sends to webhooks: docs/video-api.md, "Events".

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const told = (summary: string) => ({
  post: {
    tags: ['Webhooks'],
    summary,
    description: 'See the description of this section for signatures, retries and a test vector.',
    parameters: [
      header('X-Signature', "Hex HMAC-SHA256 of the body's bytes, keyed with the whole secret, `whsec_…`."),
      header('Idempotency-Key', '`{renderId}:{event}`: the same on every attempt.'),
      header('webhook-id', 'Standard Webhooks: the same on every attempt.'),
      header('webhook-timestamp', 'Standard Webhooks: when the attempt was made, in seconds since 1970.'),
      header('webhook-signature', 'Standard Webhooks: `v1,{base64}` for each valid secret.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: WebhookBody.jsonSchema } } },
    responses: { '2XX': { description: 'Delivered. Anything else is tried again.' } },
  },
});

/** What is sent, as the `webhooks` of an OpenAPI document. */
export const WEBHOOKS = {
  'render.completed': told('A render was completed'),
  'render.failed': told('A render failed'),
  'webhook.test': told('A test that its owner asked for'),
};

const { secret, webhookId, webhookTimestamp, body, xSignature, webhookSignature } = WEBHOOK_TEST_VECTOR;

/** What the reference says of webhooks in words. */
export const WEBHOOKS_TEXT = `
Who is told when renders end. A 2xx within 15 seconds counts as delivered; anything else, redirects too, is tried again: 12 attempts at
once, then after 5 s, 30 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h and 24 h, each wait up to 20 % off, and no sooner than
\`Retry-After\` asks. 410, or five days of nothing but failures, disables a webhook. Every attempt sends the same bytes.

Test vector: with the secret \`${secret}\`, \`webhook-id: ${webhookId}\` and \`webhook-timestamp: ${webhookTimestamp}\`, the body

\`\`\`json
${body}
\`\`\`

has \`X-Signature: ${xSignature}\` and \`webhook-signature: ${webhookSignature}\`.
`.trim();
