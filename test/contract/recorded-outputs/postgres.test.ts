import { postgresRecordedOutputs } from '../../../infrastructure/postgres/renders/recorded-outputs.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { recordedOutputsContract } from './recorded-outputs-contract.js';

recordedOutputsContract('PostgreSQL', async () => {
  const { database, store, stop } = await startReadModels();
  return { recorded: postgresRecordedOutputs(database), store, close: stop };
});
