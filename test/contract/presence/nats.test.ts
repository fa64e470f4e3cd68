import { connectToNats } from '../../../infrastructure/nats/connection.js';
import { presenceFeed } from '../../../infrastructure/nats/presence-feed.js';
import { startTestNats } from '../../support/servers/nats.js';
import { presenceContract } from './presence-contract.js';

presenceContract('two processes with NATS', async () => {
  const nats = await startTestNats();
  const connections = [await connectToNats(nats.url, 'one'), await connectToNats(nats.url, 'two')] as const;
  return {
    telling: presenceFeed(() => connections[0]),
    hearing: presenceFeed(() => connections[1]),
    sendNonsense: (videoId) => connections[0].publish(`framewright.presence.${videoId}`, '{"tab":"<b>"}'),
    settled: async () => {
      for (const connection of connections) await connection.flush();
    },
    close: async () => {
      for (const connection of connections) await connection.close();
      await nats.stop();
    },
  };
});

presenceContract('one process without NATS', () => {
  const feed = presenceFeed(() => undefined);
  return Promise.resolve({
    telling: feed,
    hearing: feed,
    sendNonsense: () => undefined,
    settled: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
});
