import type { VideoId } from '../../../domain/ids.js';

/**
 * The link that opens a video in the editor. The token is in the fragment, which browsers do not send, so it appears in
 * no log and no referrer.
 */
export const editorUrl = (publicBaseUrl: string, videoId: VideoId, token: string): string =>
  `${publicBaseUrl}/editor/${videoId}#token=${token}`;
