import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  FolderName,
  FolderRecord,
  VideoRecord,
  videoRecord,
} from '../../../../application/records/video-record.js';
import { moveVideo } from '../../../../application/videos/change-video.js';
import { about } from '../../../../domain/codec/codec.js';
import { array, nullable, record } from '../../../../domain/codec/containers.js';
import { boolean } from '../../../../domain/codec/scalars.js';
import { wrapped } from '../../contract/pages.js';
import { type Operation, operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import { namedVideo } from '../../server/owned.js';
import { videoResponse } from './videos.js';

const MoveBody = about(
  'Where the video is to be; what is absent stays.',
  record(
    {},
    {
      folder: about('Its folder; `null`: none.', nullable(FolderName)),
      archived: about('`true`: lists leave it out.', boolean),
    },
  ),
  { title: 'MoveVideo' },
);

export const folderOperations: ReadonlyArray<Operation> = [
  operation('POST /v1/videos/{id}/move', {
    access: 'api-key-or-bearer',
    id: 'moveVideo',
    summary: 'Move a video to a folder, to the archive, or back',
    description:
      'Only lists change: an archived video keeps its history, its links and its renders. This makes no new version.',
    body: MoveBody,
    example: { folder: 'Spring campaign', archived: false },
    schema: wrapped(VideoRecord),
    versioned: true,
    of: namedVideo,
    handle: (dependencies, { caller, body, context }, videoId) =>
      pipe(
        moveVideo(dependencies)({ videoId, ownerId: caller.ownerId, ...body }, context),
        TE.map((video) => videoResponse(videoRecord(video), video.version)),
      ),
  }),

  recordOperation('GET /v1/folders', {
    access: 'api-key-or-bearer',
    id: 'listFolders',
    tag: 'Videos',
    summary: 'List the folders of videos',
    description: 'Every folder that a video is in which is not archived, at most 1000.',
    data: array(FolderRecord),
    handle: ({ queries }, { caller }) => queries.videos.folders(caller.ownerId),
  }),
];
