import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SecretRotation } from '../../domain/webhook-endpoint/events.js';
import {
  rotationOf,
  webhookEndpointDecider,
  webhookEndpointStream,
} from '../../domain/webhook-endpoint/webhook-endpoint.js';
import { existing } from '../../domain/ownership.js';
import type { CommandContext } from '../commands/handle-command.js';
import { loadState } from '../commands/cached-stream-heads.js';
import {
  type EndpointTask,
  handleEndpointCommand,
  newSigningSecret,
  type OwnedEndpoint,
  type WebhookDependencies,
} from './webhook-endpoints.js';

export interface RotatedSecret extends SecretRotation {
  /** Shown only once. */
  readonly signingSecret: string;
}

/**
 * Stores a secret for an endpoint of its owner. Stores nothing for other owners, whose command will be refused.
 */
const storeSecret = (
  dependencies: WebhookDependencies,
  { endpointId, ownerId }: OwnedEndpoint,
  secretId: string,
  secret: string,
  { signal }: CommandContext,
): EndpointTask<void> =>
  pipe(
    loadState(webhookEndpointDecider, dependencies.eventStore, signal)(webhookEndpointStream(endpointId)),
    TE.flatMap((state) =>
      E.isRight(existing('WebhookEndpoint', { endpointId }, ownerId)(state))
        ? dependencies.webhookSecrets.store(endpointId, secretId, secret)
        : TE.right(undefined),
    ),
  );

/**
 * Gives an endpoint a new signing secret. The previous ones also sign until they expire. `xSignatureSwitchesAt` (ISO
 * 8601) is when `X-Signature` switches to the new secret, by default at the end of the overlap.
 */
export const rotateWebhookSecret =
  (dependencies: WebhookDependencies) =>
  (
    endpoint: OwnedEndpoint,
    xSignatureSwitchesAt: string | undefined,
    context: CommandContext,
  ): EndpointTask<RotatedSecret> => {
    const at = dependencies.clock.now().toISOString();
    const switching = xSignatureSwitchesAt === undefined ? {} : { xSignatureSwitchesAt };
    const signingSecret = newSigningSecret(dependencies.ids);
    const secretId = dependencies.ids.uuid();
    return pipe(
      storeSecret(dependencies, endpoint, secretId, signingSecret, context),
      TE.flatMap(() =>
        handleEndpointCommand(
          dependencies,
          { type: 'RotateWebhookSecret', ...endpoint, secretId, ...switching, at },
          context,
        ),
      ),
      TE.flatMapEither(rotationOf(endpoint.endpointId, secretId)),
      TE.map((rotation) => ({ ...rotation, signingSecret })),
    );
  };
