import { postgresRenderBatchWork } from '../../../infrastructure/postgres/renders/render-batch-work.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { renderBatchWorkContract } from './render-batch-work-contract.js';

renderBatchWorkContract('PostgreSQL', async () => {
  const { database, store, stop } = await startReadModels();
  return { work: postgresRenderBatchWork(database), store, close: stop };
});
