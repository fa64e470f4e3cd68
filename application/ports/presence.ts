import type { VideoId } from '../../domain/ids.js';
import type { PresenceRecord } from '../records/presence-record.js';

/**
 * Publishes who has a video open, to subscribers in all API processes. Nothing is stored: a lost message is replaced by the
 * next one of the same tab.
 */
export interface PresenceFeed {
  readonly publish: (videoId: VideoId, presence: PresenceRecord) => void;
  /** @returns ends the subscription */
  readonly subscribe: (videoId: VideoId, onPresence: (presence: PresenceRecord) => void) => () => void;
}
