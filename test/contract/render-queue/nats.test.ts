import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { RenderId } from '../../../domain/ids.js';
import { closeNats, connectToNats } from '../../../infrastructure/nats/connection.js';
import { natsProgressFeed } from '../../../infrastructure/nats/progress-feed.js';
import { jetStreamRenderQueue } from '../../../infrastructure/nats/render-queue.js';
import { eventually } from '../../support/eventually.js';
import { startTestNats } from '../../support/nats.js';
import { renderQueueContract } from './render-queue-contract.js';

renderQueueContract('NATS JetStream', async () => {
  const server = await startTestNats();
  const nats = await connectToNats(server.url, 'test');
  return {
    queue: await jetStreamRenderQueue(nats),
    feed: natsProgressFeed(nats),
    crash: server.crash,
    restart: server.restart,
    close: async () => {
      await nats.close();
      await server.stop();
    },
  };
});

describe('NATS', function () {
  this.timeout(60_000);

  it('closes a connection that has lost its server', async () => {
    const other = await startTestNats();
    const connection = await connectToNats(other.url, 'test');
    await other.crash();
    await closeNats(connection);
    expect(connection.isClosed()).to.equal(true);
    await other.stop();
  });

  it('drops progress messages that are invalid', async () => {
    const server = await startTestNats();
    const nats = await connectToNats(server.url, 'test');
    const feed = natsProgressFeed(nats);
    const heard: unknown[] = [];
    const unsubscribe = feed.subscribe((progress) => heard.push(progress));
    const progress = { renderId: randomUUID() as RenderId, attempt: 1, fraction: 0.5 };
    nats.publish('framewright.progress', JSON.stringify({ renderId: 'x' }));
    feed.publish(progress);
    await eventually(() => expect(heard).to.deep.equal([progress]));
    unsubscribe();
    await nats.close();
    await server.stop();
  });
});
