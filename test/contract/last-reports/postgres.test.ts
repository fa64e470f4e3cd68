import { postgresLastReports } from '../../../infrastructure/postgres/renders/render-progress.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { lastReportsContract } from './last-reports-contract.js';

lastReportsContract('PostgreSQL', async () => {
  const { database, stop } = await startReadModels();
  return { reports: postgresLastReports(database), close: stop };
});
