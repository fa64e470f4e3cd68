import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { replaceEditorLink, revokeEditorLink } from '../../../../application/videos/change-video.js';
import { about } from '../../../../domain/codec/codec.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import { number } from '../../../../domain/codec/scalars.js';
import type { Problem } from '../../contract/problem.js';
import { videoUrl } from '../../server/video-links.js';
import { NO_CONTENT, type Operation, operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import { namedVideo, videoIdOfCaller } from '../../server/owned.js';
import {
  EditorLinkRecord,
  LinkAccess,
  PersonName,
  VideoLinkRecord,
} from '../../../../application/records/video-record.js';

const ONE_YEAR_SECONDS = 365 * 86_400;

const LinkBody = withDefault(
  about(
    'What the link permits, and for how long.',
    record(
      { access: withDefault(LinkAccess, 'view') },
      {
        name: about(
          'Whom the link is for. Comments and decisions made with it have this name, and nobody can give another.',
          PersonName,
        ),
        expiresInSeconds: about(
          'After how many seconds the link stops working. Default: it does not expire.',
          number({ minimum: 1, maximum: ONE_YEAR_SECONDS, integer: true }),
        ),
      },
    ),
    { title: 'CreateLink' },
  ),
  {},
);

const REVOKED: Problem = { _tag: 'EditorLinkIsRevoked' };

export const editorLinkOperations: ReadonlyArray<Operation> = [
  recordOperation('POST /v1/videos/{id}/editor-link', {
    access: 'api-key-or-bearer',
    id: 'replaceEditorLink',
    summary: 'Replace the editor link',
    description: 'Creates a new editor link for this video. The previous link stops working immediately.',
    success: 201,
    returns: 'The new link. It is shown only once.',
    data: EditorLinkRecord,
    of: namedVideo,
    handle: (dependencies, { caller, context }, videoId) =>
      pipe(
        replaceEditorLink(dependencies)(videoId, caller.ownerId, context),
        TE.map((token) => ({ redirectUrl: videoUrl(dependencies.publicBaseUrl, videoId, token) })),
      ),
  }),

  operation('DELETE /v1/videos/{id}/editor-link', {
    access: 'api-key-or-bearer',
    id: 'revokeEditorLink',
    summary: 'Revoke the editor link',
    description: 'The editor link of this video stops working. Revoking it again changes nothing.',
    success: 204,
    of: namedVideo,
    handle: (dependencies, { caller, context }, videoId) =>
      pipe(revokeEditorLink(dependencies)(videoId, caller.ownerId, context), TE.as(NO_CONTENT)),
  }),

  recordOperation('POST /v1/videos/{id}/links', {
    access: 'api-key-or-bearer',
    id: 'createLink',
    isRead: true,
    // Although it stores nothing: the link may permit more than the key.
    scope: 'edit',
    summary: 'Create a link for viewing or review, or one that expires',
    description:
      'Returns a link to this video: to a page that shows it, for viewing only or for review, or to the editor; with an expiry if you like. It is not stored. Replacing or revoking the editor link ends all links that were created before.',
    body: LinkBody,
    example: { access: 'view', expiresInSeconds: 604_800 },
    success: 201,
    returns: 'The link. It is shown only once.',
    data: VideoLinkRecord,
    problems: [409],
    of: videoIdOfCaller,
    handle: ({ queries, videoLinks, publicBaseUrl }, { body: { access, name, expiresInSeconds } }, videoId) =>
      pipe(
        queries.videos.editorTokenOf(videoId),
        TE.flatMap(TE.fromOption(() => REVOKED)),
        TE.flatMapTask(({ editorTokenHash }) => async () => {
          const rights = { access, ...(name === undefined ? {} : { name }) };
          const { token, ...expiry } = await videoLinks.sign(
            { videoId, editorTokenHash },
            rights,
            expiresInSeconds,
          );
          return { url: videoUrl(publicBaseUrl, videoId, token, access), ...rights, ...expiry };
        }),
      ),
  }),
];
