import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { RenderProgressRecord } from '../../../../application/records/render-progress-record.js';
import { visibleRender } from '../../server/editor-rights.js';
import { eventsAfter, sendsEvents } from '../../server/event-stream.js';
import { type Operation, operation } from '../../server/operation.js';

export const renderEventOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/renders/{id}/events', {
    access: 'api-key-or-editor-only',
    id: 'watchRender',
    tag: 'Renders',
    summary: 'Follow the progress of a render',
    description:
      'Sends server-sent events named `progress` until the render is completed, failed or cancelled; each has the `RenderProgress` as its data. ' +
      'A client that lost the connection sends the `id` of the last event it has seen as `Last-Event-ID`, to any process of the service, and never gets older progress. ' +
      'After the last event, that gives a 204, and the client need not connect again. ' +
      'The number of streams is limited; a client that gets a 429 or 503 can poll `GET /v1/renders/{id}` instead.',
    ...sendsEvents(RenderProgressRecord.jsonSchema),
    handle: ({ queries, watching }, { caller, params, header, signal }) =>
      pipe(
        visibleRender(queries, caller, params['id']),
        TE.map(({ renderId }) => {
          const lastId = header('last-event-id');
          return eventsAfter('progress', lastId, () => watching.watch(renderId, lastId, signal));
        }),
      ),
  }),
];
