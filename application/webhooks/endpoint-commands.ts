import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, WebhookEndpointId } from '../../domain/ids.js';
import type { WebhookEndpointCommand } from '../../domain/webhook-endpoint/commands.js';
import type { WebhookEndpointRefusal } from '../../domain/webhook-endpoint/refusals.js';
import {
  webhookEndpointDecider,
  webhookEndpointStream,
} from '../../domain/webhook-endpoint/webhook-endpoint.js';
import type { WebhookEndpointState } from '../../domain/webhook-endpoint/state.js';
import type { CommandContext } from '../commands/handle-command.js';
import { type WriteSide, writeAndAwait } from '../commands/write-and-await.js';
import type { Fault } from '../ports/fault.js';
import type { Ids } from '../ports/ids.js';
import type { WebhookSecrets } from '../ports/webhook-secrets.js';

// What the use cases of webhook endpoints share.

export type EndpointResult<A> = TE.TaskEither<WebhookEndpointRefusal | Fault, A>;

/** The dependencies of use cases that handle signing secrets. */
export type WebhookWriteSide = WriteSide & { readonly webhookSecrets: WebhookSecrets };

/** An endpoint and its owner. */
export interface OwnedEndpoint {
  readonly endpointId: WebhookEndpointId;
  readonly ownerId: OwnerId;
}

/** 256 random bits as `whsec_` and base64, as Standard Webhooks specifies. */
export const newSigningSecret = (ids: Ids): string =>
  `whsec_${Buffer.from(ids.secret(), 'base64url').toString('base64')}`;

/** Handles a command on an endpoint, and waits until the read models show it. */
export const handleEndpointCommand = (
  side: WriteSide,
  command: WebhookEndpointCommand,
  context: CommandContext,
): EndpointResult<WebhookEndpointState> =>
  writeAndAwait(webhookEndpointDecider, side)(webhookEndpointStream(command.endpointId), command, context);
