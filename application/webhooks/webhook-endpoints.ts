import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, WebhookEndpointId } from '../../domain/ids.js';
import type { WebhookEndpointCommand } from '../../domain/webhook-endpoint/commands.js';
import type {
  DisablingReason,
  SecretRotation,
  WebhookEventName,
} from '../../domain/webhook-endpoint/events.js';
import type { WebhookEndpointRefusal } from '../../domain/webhook-endpoint/refusals.js';
import {
  ownedWebhookEndpoint,
  rotationOf,
  webhookEndpointDecider,
  type WebhookEndpointState,
  webhookEndpointStream,
} from '../../domain/webhook-endpoint/webhook-endpoint.js';
import type { CommandContext } from '../commands/handle-command.js';
import { loadState } from '../commands/load-state.js';
import type { Fault } from '../ports/fault.js';
import type { Ids } from '../ports/ids.js';
import type { WebhookEndpointRow } from '../ports/queries.js';
import type { WebhookAddresses } from '../ports/webhook-addresses.js';
import type { WebhookSecrets } from '../ports/webhook-secrets.js';
import { type WriteSide, writeAndAwait } from '../commands/write-and-await.js';

type Answer<A> = TE.TaskEither<WebhookEndpointRefusal | Fault, A>;

/** The dependencies of use cases that handle signing secrets. */
export type WebhookWriteSide = WriteSide & { readonly webhookSecrets: WebhookSecrets };

/** The dependencies of use cases that accept a URL. */
type WithAddresses = { readonly webhookAddresses: WebhookAddresses };

/** An endpoint and its owner. */
export interface OwnedEndpoint {
  readonly endpointId: WebhookEndpointId;
  readonly ownerId: OwnerId;
}

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

/** 256 random bits as `whsec_` and base64, as Standard Webhooks specifies. */
const newSigningSecret = (ids: Ids): string =>
  `whsec_${Buffer.from(ids.secret(), 'base64url').toString('base64')}`;

const handle = (
  side: WriteSide,
  command: WebhookEndpointCommand,
  context: CommandContext,
): Answer<WebhookEndpointState> =>
  writeAndAwait(webhookEndpointDecider, side)(webhookEndpointStream(command.endpointId), command, context);

const asVoid = TE.map(() => undefined);

const openUrl = ({ webhookAddresses }: WithAddresses, url: string): Answer<void> =>
  pipe(
    TE.fromTask<boolean, WebhookEndpointRefusal>(webhookAddresses.areAllowed(url)),
    TE.filterOrElse(
      (isOpen) => isOpen,
      (): WebhookEndpointRefusal => ({
        _tag: 'WebhookRequestIsInvalid',
        problems: ['url must resolve to publicly routable addresses'],
      }),
    ),
    asVoid,
  );

/** Registers an endpoint with a new signing secret. */
export const registerWebhookEndpoint =
  (side: WebhookWriteSide & WithAddresses) =>
  (
    ownerId: OwnerId,
    endpoint: NewWebhookEndpoint,
    context: CommandContext,
  ): Answer<RegisteredWebhookEndpoint> => {
    const endpointId = side.ids.uuid() as WebhookEndpointId;
    const signingSecret = newSigningSecret(side.ids);
    const secretId = side.ids.uuid();
    const at = side.clock.now().toISOString();
    const command = {
      type: 'RegisterWebhookEndpoint',
      endpointId,
      ownerId,
      secretId,
      ...endpoint,
      at,
    } as const;
    return pipe(
      openUrl(side, endpoint.url),
      // The secret is stored first: an endpoint without a secret could not be served, a secret without an endpoint is
      // harmless.
      TE.flatMap(() => side.webhookSecrets.keep(endpointId, secretId, signingSecret)),
      TE.flatMap(() => handle(side, command, context)),
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
  (side: WriteSide & WithAddresses) =>
  (endpoint: OwnedEndpoint, patch: WebhookEndpointPatch, context: CommandContext): Answer<void> => {
    const at = side.clock.now().toISOString();
    return pipe(
      patch.url === undefined ? TE.right(undefined) : openUrl(side, patch.url),
      TE.flatMap(() => handle(side, { type: 'ChangeWebhookEndpoint', ...endpoint, ...patch, at }, context)),
      asVoid,
    );
  };

const simply =
  (type: 'PauseWebhookEndpoint' | 'ResumeWebhookEndpoint' | 'DeleteWebhookEndpoint') =>
  (side: WriteSide) =>
  (endpoint: OwnedEndpoint, context: CommandContext): Answer<void> =>
    pipe(handle(side, { type, ...endpoint, at: side.clock.now().toISOString() }, context), asVoid);

/** Holds an endpoint's deliveries back until it is resumed. */
export const pauseWebhookEndpoint = simply('PauseWebhookEndpoint');

/** Re-enables a paused or disabled endpoint; deliveries held back are sent now. */
export const resumeWebhookEndpoint = simply('ResumeWebhookEndpoint');

/**
 * Deletes an endpoint: nothing is sent to it any more. The projection of the event removes its secrets and cancels its
 * waiting deliveries, even if the process that appended the event crashes.
 */
export const deleteWebhookEndpoint = simply('DeleteWebhookEndpoint');

/** Disables an endpoint that has failed since `failingSince`, unless its owner has changed or resumed it since. */
export const disableWebhookEndpoint =
  (side: WriteSide) =>
  (
    endpoint: OwnedEndpoint,
    reason: DisablingReason,
    failingSince: Date,
    context: CommandContext,
  ): Answer<void> => {
    const at = side.clock.now().toISOString();
    const since = failingSince.toISOString();
    return pipe(
      handle(side, { type: 'DisableWebhookEndpoint', ...endpoint, reason, failingSince: since, at }, context),
      asVoid,
    );
  };

export interface RotatedSecret extends SecretRotation {
  /** Shown only once. */
  readonly signingSecret: string;
}

/**
 * Stores a secret for an endpoint of its owner. For other owners nothing is stored, because the command will be
 * refused.
 */
const storeSecret = (
  side: WebhookWriteSide,
  { endpointId, ownerId }: OwnedEndpoint,
  secretId: string,
  secret: string,
  { signal }: CommandContext,
): Answer<void> =>
  pipe(
    loadState(webhookEndpointDecider, side.eventStore, signal)(webhookEndpointStream(endpointId)),
    TE.flatMap((state) =>
      E.isRight(ownedWebhookEndpoint(endpointId, ownerId)(state))
        ? side.webhookSecrets.keep(endpointId, secretId, secret)
        : TE.right(undefined),
    ),
  );

/**
 * Gives an endpoint a new signing secret. The previous ones also sign until they expire. `xSignatureSwitchesAt` (ISO
 * 8601) is when `X-Signature` switches to the new secret, by default at the end of the overlap.
 */
export const rotateWebhookSecret =
  (side: WebhookWriteSide) =>
  (
    endpoint: OwnedEndpoint,
    xSignatureSwitchesAt: string | undefined,
    context: CommandContext,
  ): Answer<RotatedSecret> => {
    const at = side.clock.now().toISOString();
    const switching = xSignatureSwitchesAt === undefined ? {} : { xSignatureSwitchesAt };
    const signingSecret = newSigningSecret(side.ids);
    const secretId = side.ids.uuid();
    return pipe(
      storeSecret(side, endpoint, secretId, signingSecret, context),
      TE.flatMap(() =>
        handle(side, { type: 'RotateWebhookSecret', ...endpoint, secretId, ...switching, at }, context),
      ),
      TE.flatMapEither(rotationOf(endpoint.endpointId, secretId)),
      TE.map((rotation) => ({ ...rotation, signingSecret })),
    );
  };
