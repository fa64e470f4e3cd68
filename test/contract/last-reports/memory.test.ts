import { memoryLastReports } from '../../support/memory-renders.js';
import { lastReportsContract } from './last-reports-contract.js';

lastReportsContract('memory', () =>
  Promise.resolve({ reports: memoryLastReports(), close: () => Promise.resolve() }),
);
