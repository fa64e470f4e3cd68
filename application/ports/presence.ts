import type { VideoId } from '../../domain/ids.js';
import type { PresenceRecord } from '../records/presence-record.js';

/**
 * Tells who has a video open, to who listens in any API process. Nothing is stored; what is lost is made up for by the
 * next message of the same tab.
 */
export interface PresenceFeed {
  readonly tell: (videoId: VideoId, presence: PresenceRecord) => void;
  /** @returns what ends it */
  readonly listen: (videoId: VideoId, hear: (presence: PresenceRecord) => void) => () => void;
}
