import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { eventRecord } from '../../../../application/records/event-record.js';
import { about } from '../../../../domain/codec/codec.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import { EventsPage } from '../../contract/pages.js';
import { type Operation, operation } from '../../server/operation.js';
import { videoIdOfCaller } from '../../server/owned.js';
import { wholeNumberFromText } from '../../contract/query-codecs.js';
import { sequenceResponse } from '../../server/sequence-response.js';
import { HIGHEST_VERSION, historyOperation, LIMIT, StreamOfVideo, streamOfVideo } from './versions.js';

export const videoEventOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/videos/{id}/events', {
    ...historyOperation,
    id: 'listVideoEvents',
    summary: 'Read the recorded events of a video',
    description:
      'The events that produced the versions, or with `stream=review` the comments and decisions, oldest first, exactly as stored, with their metadata.',
    query: record({
      limit: LIMIT,
      stream: withDefault(StreamOfVideo, 'video'),
      from: withDefault(
        about('The first revision to return, from 0.', wholeNumberFromText(0, HIGHEST_VERSION)),
        0,
      ),
    }),
    schema: EventsPage,
    of: videoIdOfCaller,
    handle: ({ eventArchive }, { query: { from, limit, stream } }, videoId) =>
      sequenceResponse({
        from,
        limit,
        read: (place, count) =>
          pipe(
            eventArchive.read(streamOfVideo(videoId, stream), place, count),
            TE.map(({ events, hasMore }) => ({ rows: events, hasMore })),
          ),
        positionAfter: ({ stored }) => stored.revision + 1,
        toJson: ({ stored }) => JSON.stringify(eventRecord(stored)),
        pagination: ({ place, hasNextPage }) => ({
          from,
          limit,
          hasNextPage,
          nextFrom: hasNextPage ? place : null,
        }),
      }),
  }),
];
