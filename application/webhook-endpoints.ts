import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, WebhookEndpointId } from '../domain/ids.js';
import type { WebhookEventName } from '../domain/webhook-endpoint/events.js';
import type { WebhookEndpointRefusal } from '../domain/webhook-endpoint/refusals.js';
import {
  webhookEndpointDecider,
  webhookEndpointStream,
} from '../domain/webhook-endpoint/webhook-endpoint.js';
import type { CommandContext } from './handle-command.js';
import type { Fault } from './ports/fault.js';
import type { WebhookSecrets } from './ports/webhook-secrets.js';
import { type WriteSide, writeAndAwait } from './write-and-await.js';

export interface NewWebhookEndpoint {
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEventName>;
  readonly description?: string;
}

export interface RegisteredWebhookEndpoint extends NewWebhookEndpoint {
  readonly endpointId: WebhookEndpointId;
  /** Signs what is sent there: shown once. Base64 behind `whsec_`, as Standard Webhooks has it. */
  readonly signingSecret: string;
  /** ISO 8601 */
  readonly createdAt: string;
}

/** Registers an endpoint with a new signing secret. */
export const registerWebhookEndpoint =
  (side: WriteSide & { readonly webhookSecrets: WebhookSecrets }) =>
  (
    ownerId: OwnerId,
    endpoint: NewWebhookEndpoint,
    context: CommandContext,
  ): TE.TaskEither<WebhookEndpointRefusal | Fault, RegisteredWebhookEndpoint> => {
    const endpointId = side.ids.uuid() as WebhookEndpointId;
    const signingSecret = `whsec_${Buffer.from(side.ids.secret(), 'base64url').toString('base64')}`;
    const at = side.clock.now().toISOString();
    const command = { type: 'RegisterWebhookEndpoint', endpointId, ownerId, ...endpoint, at } as const;
    return pipe(
      // The secret first: an endpoint without one could not be served, a secret without one harms nobody.
      side.webhookSecrets.store(endpointId, signingSecret),
      TE.flatMap(() =>
        writeAndAwait(webhookEndpointDecider, side)(webhookEndpointStream(endpointId), command, context),
      ),
      TE.map(() => ({ ...endpoint, endpointId, signingSecret, createdAt: at })),
    );
  };

/** Deletes an endpoint; nothing is sent there any more. */
export const deleteWebhookEndpoint =
  (side: WriteSide) =>
  (
    endpointId: WebhookEndpointId,
    ownerId: OwnerId,
    context: CommandContext,
  ): TE.TaskEither<WebhookEndpointRefusal | Fault, void> => {
    const at = side.clock.now().toISOString();
    const command = { type: 'DeleteWebhookEndpoint', endpointId, ownerId, at } as const;
    return pipe(
      writeAndAwait(webhookEndpointDecider, side)(webhookEndpointStream(endpointId), command, context),
      TE.map(() => undefined),
    );
  };
