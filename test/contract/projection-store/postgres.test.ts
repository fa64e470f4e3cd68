import { projectionStoreOn, startReadModels } from '../../support/event-store/event-log.js';
import { projectionStoreContract } from './projection-store-contract.js';

projectionStoreContract('PostgreSQL', async () => {
  const { database, store, stop } = await startReadModels();
  return {
    store,
    anotherStore: () => projectionStoreOn(database),
    versionsOf: async (videoId) =>
      database('video_versions').where({ video_id: videoId }).orderBy('version').pluck('version'),
    close: stop,
  };
});
