import type { Command } from 'commander';
import * as O from 'fp-ts/lib/Option.js';
import type { OwnedEndpoint } from '../../../application/webhooks/webhook-endpoints.js';
import { WebhookEndpointId } from '../../../domain/ids.js';
import { postgresWebhookDeliveries } from '../../postgres/queries/webhook-deliveries.js';
import { postgresWebhookSecrets } from '../../postgres/webhooks/webhook-secrets.js';
import { guardedWebhookAddresses } from '../../webhooks/webhook-addresses.js';
import { parsedAs } from './arguments.js';
import { type AdminSession, resultOrExit, withService } from './session.js';

const parseEndpointId = parsedAs(WebhookEndpointId, 'not a webhook id; list them with webhooks list');

/** The dependencies of the use cases on webhooks and their deliveries. */
export const webhookDependencies = ({ dependencies, database, config }: AdminSession) => ({
  ...dependencies,
  webhookSecrets: postgresWebhookSecrets(database),
  webhookAddresses: guardedWebhookAddresses(config.allowedPrivateHosts),
  webhookDeliveries: postgresWebhookDeliveries(database),
  publicBaseUrl: config.publicBaseUrl,
});

/** The webhook that a command refers to, and the session. */
export interface OnWebhook {
  readonly endpoint: OwnedEndpoint;
  readonly dependencies: ReturnType<typeof webhookDependencies>;
  readonly context: AdminSession['context'];
}

/** A command whose first argument is the id of a webhook. */
export const webhookCommand = (webhooks: Command, name: string, description: string): Command =>
  webhooks
    .command(name)
    .description(description)
    .argument('<id>', 'id of the webhook, from list', parseEndpointId);

/** Does the work on the webhook with this id, of any owner. */
export const onWebhook = (
  endpointId: WebhookEndpointId,
  work: (webhook: OnWebhook) => Promise<void>,
): Promise<void> =>
  withService(async (session) => {
    const found = await resultOrExit(session.queries.webhookEndpoints.byId(endpointId));
    if (O.isNone(found))
      throw new Error(`there is no webhook ${endpointId}; list them with webhooks list --owner NAME`);
    const endpoint = { endpointId, ownerId: found.value.ownerId };
    await work({ endpoint, dependencies: webhookDependencies(session), context: session.context });
  });
