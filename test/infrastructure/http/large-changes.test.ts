import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { fatComposition } from '../../support/event-store/fat-history.js';
import { apiClient, minimalVideo } from '../../support/service/http-client.js';
import { serviceForSuite } from '../../support/service/service.js';

/** How long a write waits until it can be read. */
const READABLE_WITHIN_MS = 2500;

/** The store measures times in steps of 1 ms, and a timer may end 1 ms early. */
const ROUNDING_MS = 10;

describe('HTTP API: large changes', () => {
  const service = serviceForSuite({ readableWithinMs: READABLE_WITHIN_MS });

  it('of one owner are appended one at a time, each when the one before can be read; others are not held up', async () => {
    const alice = apiClient(service.baseUrl, await service.issueKey('alice'));
    const bob = apiClient(service.baseUrl, await service.issueKey('bob'));
    const { metadata, clips } = fatComposition('large', 200_000);
    const create = () => alice('POST', '/v1/videos', { body: { metadata, clips } });
    /** When the videos of an owner were appended, ms. A slow machine only increases the time between them. */
    const appended = async (owner: string): Promise<ReadonlyArray<number>> => {
      const times: number[] = [];
      for await (const { event } of service.client.readAll())
        if (event?.type === 'VideoCreated' && JSON.stringify(event.data).includes(`"ownerId":"${owner}"`))
          times.push(event.created.getTime());
      return times;
    };

    await service.withoutProjector(async () => {
      const replies = await Promise.all([
        ...Array.from({ length: 3 }, create),
        bob('POST', '/v1/videos', { body: minimalVideo }),
      ]);
      expect(replies.map(({ status }) => status)).to.deep.equal([503, 503, 503, 503]);
      const [first = 0, second = 0, third = 0, ...more] = await appended('alice');
      expect(more).to.deep.equal([]);
      for (const wait of [second - first, third - second])
        expect(wait).to.be.at.least(READABLE_WITHIN_MS - ROUNDING_MS);
      const ofBob = await appended('bob');
      expect(ofBob).to.have.length(1);
      expect(ofBob[0]).to.be.below(third);
    });
    await eventually(async () => expect((await create()).status).to.equal(201));
  });
});
