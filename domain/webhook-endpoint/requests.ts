import * as E from 'fp-ts/lib/Either.js';
import { about, type Codec, codec, normalised } from '../codec/codec.js';
import { array, nullable, record, withDefault } from '../codec/containers.js';
import { instant, string } from '../codec/scalars.js';
import { webUrl } from '../codec/web-url.js';
import { EVENT_NAMES, WebhookEventName } from './events.js';

/** The URL that webhooks are sent to. Only its form is checked here, not whether its address is allowed. */
export const WebhookUrl = webUrl(2048);

const distinct = normalised(array(WebhookEventName, EVENT_NAMES.length), (events) => [...new Set(events)]);

/** At least one event, without duplicates. */
export const WebhookEvents: Codec<ReadonlyArray<WebhookEventName>> = codec<ReadonlyArray<WebhookEventName>>(
  'events',
  { ...distinct.jsonSchema, minItems: 1, uniqueItems: true },
  (u, context) =>
    Array.isArray(u) && u.length === 0
      ? E.left([{ value: u, context, message: 'must name at least one event' }])
      : distinct.validate(u, context),
);

const url = about('The http: or https: URL to send events to, without credentials.', WebhookUrl);
const events = about('Which events to send.', WebhookEvents);
const description = string({ maxLength: 255 });

/** Body of `POST /v1/webhooks`. */
export const RegisterWebhookBody = about(
  'Where to send events, and which.',
  record(
    { url, events: withDefault(events, ['render.completed', 'render.failed']) },
    { description: about('For your own use.', description) },
  ),
  { title: 'CreateWebhook' },
);

/** Body of `PATCH /v1/webhooks/{id}`, a JSON Merge Patch (RFC 7396). */
export const ChangeWebhookBody = about(
  'What to change. Omitted fields stay as they are.',
  record(
    {},
    { url, events, description: about('For your own use; null removes it.', nullable(description)) },
  ),
  { title: 'UpdateWebhook' },
);

/** Body of `POST /v1/webhooks/{id}/rotate-secret`; optional. */
export const RotateSecretBody = withDefault(
  about(
    'When to switch to the new secret.',
    record(
      {},
      {
        xSignatureSwitchesAt: about(
          'When `X-Signature` switches to the new secret: within 24 hours. Default: after 24 hours.',
          instant,
        ),
      },
    ),
    { title: 'RotateSecret' },
  ),
  {},
);

/** Body of `POST /v1/webhooks/{id}/redeliver`. */
export const RedeliverFailedBody = about(
  'Which deliveries to send again.',
  record({ since: about('Deliveries created at this time or later.', instant) }),
  { title: 'RedeliverFailed' },
);
