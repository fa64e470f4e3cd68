import { expect } from 'chai';
import type { PresenceFeed } from '../../../application/ports/presence.js';
import type { PresenceRecord } from '../../../application/records/presence-record.js';
import type { VideoId } from '../../../domain/ids.js';
import { eventually } from '../../support/eventually.js';
import { forSuite } from '../../support/for-suite.js';

export interface PresenceUnderTest {
  readonly telling: PresenceFeed;
  readonly hearing: PresenceFeed;
  /** Sends something that is no presence of the video, if anybody could. */
  readonly sendNonsense: (videoId: VideoId) => void;
  /** Resolves when what was told, or listened to, has reached the others. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const presenceContract = (adapter: string, open: () => Promise<PresenceUnderTest>) =>
  describe(`presence: ${adapter}`, () => {
    const [video, other] = ['video-a', 'video-b'] as unknown as readonly [VideoId, VideoId];
    const ann = { tab: 'tab-of-ann', name: 'Ann', selection: ['title'] };
    const feeds = forSuite(open, (opened) => opened.close());

    it('is heard of the video alone, until nobody listens', async () => {
      const { telling, hearing, settled } = feeds;
      const heard: PresenceRecord[] = [];
      const leave = hearing.subscribe(video, (presence) => heard.push(presence));
      await settled();
      feeds.sendNonsense(video);
      telling.publish(other, { ...ann, name: 'Elsewhere' });
      telling.publish(video, ann);
      await eventually(() => expect(heard).to.deep.equal([ann]));
      leave();
      telling.publish(video, ann);
      await settled();
      expect(heard).to.deep.equal([ann]);
    });
  });
