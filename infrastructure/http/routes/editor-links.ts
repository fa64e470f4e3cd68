import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { replaceEditorLink, revokeEditorLink } from '../../../application/videos/change-editor-link.js';
import { editorUrl } from '../server/editor-url.js';
import { operation } from '../server/operation.js';
import { videoIdFrom } from '../server/owned.js';
import { EditorLinkRecord } from '../../../application/records/video-record.js';
import { wrapped } from '../contract/pages.js';

/** `POST /v1/videos/{id}/editor-link` */
export const replaceEditorLinkOperation = operation({
  method: 'POST',
  path: '/v1/videos/{id}/editor-link',
  access: 'api-key-or-bearer',
  id: 'replaceEditorLink',
  tag: 'Videos',
  summary: 'Replace the editor link',
  description: 'Creates a new editor link for this video. The previous link stops working immediately.',
  answers: {
    success: 201,
    meaning: 'The new link. It is shown only once.',
    schema: wrapped(EditorLinkRecord),
    problems: [403, 404],
  },
  handle:
    (services) =>
    ({ caller, params, context }) =>
      pipe(
        TE.fromEither(videoIdFrom(params['id'])),
        TE.flatMap((videoId) =>
          pipe(
            replaceEditorLink(services)(videoId, caller.ownerId, context),
            TE.map((token) => editorUrl(services.publicBaseUrl, videoId, token)),
          ),
        ),
        TE.map((redirectUrl) => ({ status: 201, json: JSON.stringify({ data: { redirectUrl } }) })),
      ),
});

/** `DELETE /v1/videos/{id}/editor-link` */
export const revokeEditorLinkOperation = operation({
  method: 'DELETE',
  path: '/v1/videos/{id}/editor-link',
  access: 'api-key-or-bearer',
  id: 'revokeEditorLink',
  tag: 'Videos',
  summary: 'Revoke the editor link',
  description: 'The editor link of this video stops working. Revoking it again changes nothing.',
  answers: { success: 204, meaning: 'The link is revoked.', problems: [403, 404] },
  handle:
    (services) =>
    ({ caller, params, context }) =>
      pipe(
        TE.fromEither(videoIdFrom(params['id'])),
        TE.flatMap((videoId) => revokeEditorLink(services)(videoId, caller.ownerId, context)),
        TE.map(() => ({ status: 204 })),
      ),
});
