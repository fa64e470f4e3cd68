import { postgresRenderJobs } from '../../../infrastructure/postgres/renders/render-jobs.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { renderJobsContract } from './render-jobs-contract.js';

renderJobsContract('PostgreSQL', async () => {
  const { database, store, stop } = await startReadModels();
  return { openProcess: () => postgresRenderJobs(database), store, close: stop };
});
