import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CommandContext } from '../../../application/commands/handle-command.js';
import type { WebhookEndpointRow } from '../../../application/ports/queries.js';
import type { OwnedEndpoint } from '../../../application/webhooks/webhook-endpoints.js';
import { webhookRecord } from '../../../application/records/webhook-record.js';
import type { Caller } from '../server/authenticate.js';
import type { Answer, Handled, Services } from '../server/operation.js';
import { webhookEndpointIdFrom, webhookOfCaller } from '../server/owned.js';
import type { Problem } from '../contract/problem.js';

/** What all operations on webhooks have in common. */
export const webhookOperation = { access: 'api-key', tag: 'Webhooks' } as const;

/** An endpoint as an answer. */
export const webhookAnswer = (endpoint: WebhookEndpointRow): Answer => ({
  status: 200,
  json: JSON.stringify({ data: webhookRecord(endpoint) }),
});

/** The caller's endpoint in the path; whether it exists and is theirs, the use case finds out. */
export const namedWebhook = (caller: Caller, id: string | undefined): TE.TaskEither<Problem, OwnedEndpoint> =>
  pipe(
    TE.fromEither(webhookEndpointIdFrom(id)),
    TE.map((endpointId) => ({ endpointId, ownerId: caller.ownerId })),
  );

/** A use case on the endpoint in the path, answered with the endpoint as it is then. */
export const changingWebhook =
  (
    useCase: (
      services: Services,
    ) => (endpoint: OwnedEndpoint, context: CommandContext) => TE.TaskEither<Problem, void>,
  ) =>
  (services: Services) =>
  ({
    caller,
    params,
    context,
  }: {
    readonly caller: Caller;
    readonly params: Readonly<Record<string, string>>;
    readonly context: CommandContext;
  }): Handled =>
    pipe(
      namedWebhook(caller, params['id']),
      TE.flatMap((endpoint) => useCase(services)(endpoint, context)),
      TE.flatMap(() => webhookOfCaller(services.queries, caller, params['id'])),
      TE.map(webhookAnswer),
    );
