import { recordOf } from '../../../clients/typescript/core/connection.js';
import { openVideoPage } from '../shared/video-page.js';
import { Viewer } from './viewer.js';

openVideoPage({
  read: ({ client, videoId }) =>
    recordOf(client.api.GET('/v1/videos/{id}/viewing', { params: { path: { id: videoId } } })),
  Shown: Viewer,
});
