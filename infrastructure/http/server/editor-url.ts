import type { VideoId } from '../../../domain/ids.js';

/**
 * The link that opens a video in the editor. The token stands in the fragment, which browsers send to nobody, so it
 * reaches no log and no referrer.
 */
export const editorUrl = (publicBaseUrl: string, videoId: VideoId, token: string): string =>
  `${publicBaseUrl}/editor/${videoId}#token=${token}`;
