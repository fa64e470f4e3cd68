import { memoryLastReports } from '../../support/renders/memory-renders.js';
import { lastReportsContract } from './last-reports-contract.js';

lastReportsContract('memory', () =>
  Promise.resolve({ reports: memoryLastReports(), close: () => Promise.resolve() }),
);
