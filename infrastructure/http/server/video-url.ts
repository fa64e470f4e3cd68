import type { LinkAccess } from '../../../application/records/video-record.js';
import type { VideoId } from '../../../domain/ids.js';

/**
 * The link that opens a video: in the editor, or on the page for viewing. The token is in the fragment, which browsers do
 * not send, so it appears in no log and no referrer.
 */
export const videoUrl = (
  publicBaseUrl: string,
  videoId: VideoId,
  token: string,
  access: LinkAccess = 'edit',
): string => `${publicBaseUrl}/${access === 'edit' ? 'editor' : 'view'}/${videoId}#token=${token}`;
