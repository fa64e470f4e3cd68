import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CommandContext } from '../../../../application/commands/handle-command.js';
import type { WebhookEndpointRow } from '../../../../application/ports/queries.js';
import type { OwnedEndpoint } from '../../../../application/webhooks/endpoint-commands.js';
import { webhookRecord } from '../../../../application/records/webhook-record.js';
import type { Caller } from '../../server/authenticate.js';
import {
  type ApiRequest,
  type HandledRequest,
  ok,
  type OperationResponse,
  type Services,
} from '../../server/operation.js';
import { webhookEndpointIdFrom, webhookOfCaller } from '../../server/owned.js';
import type { Problem } from '../../contract/problem.js';

/** Common settings of the operations on webhooks. */
export const webhookOperation = { access: 'api-key', tag: 'Webhooks' } as const;

/** The response for an endpoint. */
export const webhookResponse = (endpoint: WebhookEndpointRow): OperationResponse =>
  ok(webhookRecord(endpoint));

/** The caller's endpoint in the path. The use case checks whether it exists and belongs to the caller. */
export const namedWebhook = (caller: Caller, id: string | undefined): TE.TaskEither<Problem, OwnedEndpoint> =>
  pipe(
    TE.fromEither(webhookEndpointIdFrom(id)),
    TE.map((endpointId) => ({ endpointId, ownerId: caller.ownerId })),
  );

/** Runs a use case on the endpoint in the path and responds with the resulting endpoint. */
export const changingWebhook =
  (
    useCase: (
      services: Services,
    ) => (endpoint: OwnedEndpoint, context: CommandContext) => TE.TaskEither<Problem, void>,
  ) =>
  (
    services: Services,
    { caller, params, context }: Pick<ApiRequest, 'caller' | 'params' | 'context'>,
  ): HandledRequest =>
    pipe(
      namedWebhook(caller, params['id']),
      TE.flatMap((endpoint) => useCase(services)(endpoint, context)),
      TE.flatMap(() => webhookOfCaller(services.queries, caller, params['id'])),
      TE.map(webhookResponse),
    );
