import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, WebhookEndpointId } from '../../domain/ids.js';
import type { DisablingReason, WebhookEventName } from '../../domain/webhook-endpoint/events.js';
import type { WebhookEndpointRefusal } from '../../domain/webhook-endpoint/refusals.js';
import type { CommandContext } from '../commands/handle-command.js';
import { writeAndAwait, type WriteDependencies } from '../commands/write-and-await.js';
import type { WebhookEndpointRow } from '../ports/webhook-endpoints.js';
import type { WebhookAddresses } from '../ports/webhook-addresses.js';
import type { WebhookEndpointCommand } from '../../domain/webhook-endpoint/commands.js';
import {
  webhookEndpointDecider,
  webhookEndpointStream,
} from '../../domain/webhook-endpoint/webhook-endpoint.js';
import type { WebhookEndpointState } from '../../domain/webhook-endpoint/state.js';
import type { Fault } from '../ports/fault.js';
import type { Ids } from '../ports/ids.js';
import type { WebhookSecrets } from '../ports/webhook-secrets.js';

export type EndpointTask<A> = TE.TaskEither<WebhookEndpointRefusal | Fault, A>;

/** The dependencies of use cases that handle signing secrets. */
export type WebhookDependencies = WriteDependencies & { readonly webhookSecrets: WebhookSecrets };

export interface OwnedEndpoint {
  readonly endpointId: WebhookEndpointId;
  readonly ownerId: OwnerId;
}

/** 256 random bits as `whsec_` and base64, as Standard Webhooks specifies. */
export const newSigningSecret = (ids: Ids): string =>
  `whsec_${Buffer.from(ids.secret(), 'base64url').toString('base64')}`;

/** Handles a command on an endpoint, and waits until the read models show it. */
export const handleEndpointCommand = (
  dependencies: WriteDependencies,
  command: WebhookEndpointCommand,
  context: CommandContext,
): EndpointTask<WebhookEndpointState> =>
  writeAndAwait(webhookEndpointDecider, dependencies)(
    webhookEndpointStream(command.endpointId),
    command,
    context,
  );

/** The dependencies of use cases that accept a URL. */
type WithAddresses = { readonly webhookAddresses: WebhookAddresses };

export interface NewWebhookEndpoint {
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEventName>;
  readonly description?: string;
}

export interface RegisteredWebhookEndpoint extends WebhookEndpointRow {
  /** Signs webhooks to this endpoint; shown only once. */
  readonly signingSecret: string;
}

/** What to change in an endpoint; `null` removes the description. */
export interface WebhookEndpointPatch {
  readonly url?: string;
  readonly events?: ReadonlyArray<WebhookEventName>;
  readonly description?: string | null;
}

const checkUrl = ({ webhookAddresses }: WithAddresses, url: string): EndpointTask<unknown> =>
  pipe(
    TE.fromTask<boolean, WebhookEndpointRefusal>(webhookAddresses.areAllowed(url)),
    TE.filterOrElse(
      (isAllowed) => isAllowed,
      (): WebhookEndpointRefusal => ({ _tag: 'WebhookUrlIsPrivate' }),
    ),
  );

/** Registers an endpoint with a new signing secret. */
export const registerWebhookEndpoint =
  (dependencies: WebhookDependencies & WithAddresses) =>
  (
    ownerId: OwnerId,
    endpoint: NewWebhookEndpoint,
    context: CommandContext,
  ): EndpointTask<RegisteredWebhookEndpoint> => {
    const endpointId = dependencies.ids.uuid() as WebhookEndpointId;
    const signingSecret = newSigningSecret(dependencies.ids);
    const secretId = dependencies.ids.uuid();
    const at = dependencies.clock.now().toISOString();
    const command = {
      type: 'RegisterWebhookEndpoint',
      endpointId,
      ownerId,
      secretId,
      ...endpoint,
      at,
    } as const;
    return pipe(
      checkUrl(dependencies, endpoint.url),
      // The secret is stored first: an endpoint without a secret would not work, but a secret without an endpoint is
      // harmless.
      TE.flatMap(() => dependencies.webhookSecrets.store(endpointId, secretId, signingSecret)),
      TE.flatMap(() => handleEndpointCommand(dependencies, command, context)),
      TE.map(() => ({
        ...endpoint,
        endpointId,
        ownerId,
        status: 'active',
        createdAt: at,
        updatedAt: at,
        signingSecret,
      })),
    );
  };

/** Changes URL, events or description. A patch that changes nothing stores nothing. */
export const changeWebhookEndpoint =
  (dependencies: WriteDependencies & WithAddresses) =>
  (endpoint: OwnedEndpoint, patch: WebhookEndpointPatch, context: CommandContext): EndpointTask<unknown> => {
    const at = dependencies.clock.now().toISOString();
    return pipe(
      patch.url === undefined ? TE.right(undefined) : checkUrl(dependencies, patch.url),
      TE.flatMap(() =>
        handleEndpointCommand(
          dependencies,
          { type: 'ChangeWebhookEndpoint', ...endpoint, ...patch, at },
          context,
        ),
      ),
    );
  };

const endpointCommand =
  (type: 'PauseWebhookEndpoint' | 'ResumeWebhookEndpoint' | 'DeleteWebhookEndpoint') =>
  (dependencies: WriteDependencies) =>
  (endpoint: OwnedEndpoint, context: CommandContext): EndpointTask<unknown> =>
    handleEndpointCommand(
      dependencies,
      { type, ...endpoint, at: dependencies.clock.now().toISOString() },
      context,
    );

/** Holds an endpoint's deliveries back until it is resumed. */
export const pauseWebhookEndpoint = endpointCommand('PauseWebhookEndpoint');

/** Re-enables a paused or disabled endpoint. Deliveries that were held back are sent now. */
export const resumeWebhookEndpoint = endpointCommand('ResumeWebhookEndpoint');

/**
 * Deletes an endpoint: nothing more is sent to it. The projection of the event removes its secrets and cancels its waiting
 * deliveries, even if the process that appended the event crashes.
 */
export const deleteWebhookEndpoint = endpointCommand('DeleteWebhookEndpoint');

/** Disables an endpoint that has failed since `failingSince`, unless its owner has changed or resumed it since. */
export const disableWebhookEndpoint =
  (dependencies: WriteDependencies) =>
  (
    endpoint: OwnedEndpoint,
    reason: DisablingReason,
    failingSince: Date,
    context: CommandContext,
  ): EndpointTask<unknown> => {
    const times = { failingSince: failingSince.toISOString(), at: dependencies.clock.now().toISOString() };
    const command = { type: 'DisableWebhookEndpoint', ...endpoint, reason, ...times } as const;
    return handleEndpointCommand(dependencies, command, context);
  };
