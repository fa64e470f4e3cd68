import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { ViewingRecord, viewingRecord } from '../../../../application/records/viewing-record.js';
import { recordOperation } from '../../server/operation.js';
import { videoOfCaller } from '../../server/owned.js';

export const viewingOperation = recordOperation('GET /v1/videos/{id}/viewing', {
  access: 'api-key-or-editor',
  id: 'getViewing',
  summary: 'Read what a link for viewing shows',
  description:
    'The newest completed MP4 or WebM of the video, with its chapters and captions; without `file` the current version, which `GET /v1/videos/{id}/playback` plays. Renders of batches are left out: they are made out to others.',
  data: ViewingRecord,
  of: videoOfCaller,
  handle: (services, _request, video) =>
    pipe(
      services.queries.renders.newestPlayable(video.videoId),
      TE.map((render) => viewingRecord(video, O.toUndefined(render), services, services.clock.now())),
    ),
});
