import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { oneOf, string } from '../../domain/codec/scalars.js';

const fields = {
  _id: about('Opaque identifier of the webhook.', string()),
  url: about('Where it is sent to.', string()),
  events: about('Which events are sent.', array(oneOf('render.completed', 'render.failed'), 2)),
  createdAt: about('When it was registered.', string(), { format: 'date-time' }),
};
const optional = { description: about('For your own use.', string()) };

/** A webhook as clients see it. */
export const WebhookSchema = about('Who is told when renders end.', record(fields, optional), {
  title: 'Webhook',
}).jsonSchema;

/** A webhook when it has just been registered. */
export const NewWebhookSchema = about(
  'A webhook that was just registered.',
  record(
    { ...fields, signingSecret: about('Signs what is sent there: shown this once.', string()) },
    optional,
  ),
  { title: 'NewWebhook' },
).jsonSchema;
