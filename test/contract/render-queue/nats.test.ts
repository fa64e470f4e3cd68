import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { nanos } from 'nats';
import type { RenderId } from '../../../domain/ids.js';
import { closeNats, connectToNats } from '../../../infrastructure/nats/connection.js';
import { natsProgressFeed } from '../../../infrastructure/nats/progress-feed.js';
import { jetStreamRenderQueue } from '../../../infrastructure/nats/render-queue.js';
import { eventually } from '../../support/eventually.js';
import { startTestNats } from '../../support/servers/nats.js';
import { rightOf } from '../../support/right-of.js';
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

describe('NATS', () => {
  it('closes a connection that has lost its server', async () => {
    const other = await startTestNats();
    const connection = await connectToNats(other.url, 'test');
    await other.crash();
    await closeNats(connection);
    expect(connection.isClosed()).to.equal(true);
    await other.stop();
  });

  it('takes over the consumer of an earlier release, with its jobs', async () => {
    const server = await startTestNats();
    const nats = await connectToNats(server.url, 'test');
    const { consumers } = await nats.jetstreamManager();
    const renderId = randomUUID() as RenderId;
    const earlier = await jetStreamRenderQueue(nats);
    rightOf(await earlier.publish(renderId)());
    await consumers.update('framewright-renders', 'render-workers', { ack_wait: nanos(15_000) });
    const queue = await jetStreamRenderQueue(nats);
    const { config } = await consumers.info('framewright-renders', 'render-workers');
    expect(config.ack_wait).to.be.at.most(nanos(10_000));
    expect(rightOf(await queue.state()).waiting).to.equal(1);
    await nats.close();
    await server.stop();
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
