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

/** What use cases that touch signing secrets work with. */
export type WebhookWriteSide = WriteSide & { readonly webhookSecrets: WebhookSecrets };

/** What use cases that take an address work with. */
type WithAddresses = { readonly webhookAddresses: WebhookAddresses };

/** An endpoint of an owner: what most use cases are about. */
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
  /** Signs what is sent there: shown once. */
  readonly signingSecret: string;
}

/** What to change of an endpoint; `null` takes the description away. */
export interface WebhookEndpointPatch {
  readonly url?: string;
  readonly events?: ReadonlyArray<WebhookEventName>;
  readonly description?: string | null;
}

/** 256 random bits, base64 behind `whsec_` as Standard Webhooks has it. */
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
    TE.fromTask<boolean, WebhookEndpointRefusal>(webhookAddresses.areOpen(url)),
    TE.filterOrElse(
      (isOpen) => isOpen,
      (): WebhookEndpointRefusal => ({
        _tag: 'WebhookRequestIsInvalid',
        problems: ['url must lead to publicly routable addresses'],
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
      // The secret first: an endpoint without one could not be served, a secret without one harms nobody.
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

/** Changes address, events or description; a patch that changes nothing stores nothing. */
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

/** Takes a paused or disabled endpoint into service again; what was held back is sent now. */
export const resumeWebhookEndpoint = simply('ResumeWebhookEndpoint');

/**
 * Deletes an endpoint: nothing is sent there any more. The projection of the event forgets its secrets and cancels what
 * waits, whatever becomes of the process that appended it.
 */
export const deleteWebhookEndpoint = simply('DeleteWebhookEndpoint');

/** Gives an endpoint up that has failed since `failingSince`, unless its owner has taken care of it after. */
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
  /** Shown once. */
  readonly signingSecret: string;
}

/** Keeps a secret for an endpoint of its owner; for any other nothing is kept, as the command will be refused. */
const keepSecret = (
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
 * Gives an endpoint a new signing secret. Those before it sign too until they expire; `xSignatureSwitchesAt` (ISO 8601)
 * says when `X-Signature` is made with the new one, the end of the overlap if left out.
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
      keepSecret(side, endpoint, secretId, signingSecret, context),
      TE.flatMap(() =>
        handle(side, { type: 'RotateWebhookSecret', ...endpoint, secretId, ...switching, at }, context),
      ),
      TE.flatMapEither(rotationOf(endpoint.endpointId, secretId)),
      TE.map((rotation) => ({ ...rotation, signingSecret })),
    );
  };
