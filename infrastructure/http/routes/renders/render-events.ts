import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { LAST_EVENT_ID } from '../../../../application/renders/progress-ids.js';
import { RenderProgressRecord } from '../../../../application/records/render-progress-record.js';
import { visibleRender } from '../../server/editor-rights.js';
import { EVENT_HEADERS, eventStream } from '../../server/event-stream.js';
import { NO_CONTENT, type Operation, operation, type OperationResponse } from '../../server/operation.js';

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
    uses: 'followed',
    headers: { 'Last-Event-ID': 'The `id` of the last event that the client has seen.' },
    returns: 'The events, as they happen.',
    empty: 'The client has seen the last event.',
    media: ['text/event-stream'],
    schema: {
      type: 'string',
      description: 'Server-sent events. The data of each is JSON.',
      contentMediaType: 'application/json',
      contentSchema: RenderProgressRecord.jsonSchema,
    },
    handle: ({ queries, watching }, { caller, params, header, signal }) =>
      pipe(
        visibleRender(queries, caller, params['id']),
        TE.map(({ renderId }): OperationResponse => {
          const lastId = header('last-event-id');
          if (lastId === LAST_EVENT_ID) return NO_CONTENT;
          const { events, leave } = watching.watch(renderId, lastId, signal);
          return {
            status: 200,
            content: { type: 'text/event-stream', data: eventStream('progress', events, leave) },
            headers: EVENT_HEADERS,
          };
        }),
      ),
  }),
];
