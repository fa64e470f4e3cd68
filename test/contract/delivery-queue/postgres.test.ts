import { postgresDeliveryQueue } from '../../../infrastructure/postgres/webhooks/delivery-queue.js';
import { startBench, timeOf } from '../../support/webhooks/delivery-chain.js';
import { deliveryQueueContract } from './delivery-queue-contract.js';

deliveryQueueContract('PostgreSQL', async (clock) => {
  const bench = await startBench(clock);
  return { ...bench, anotherQueue: () => postgresDeliveryQueue(bench.database, timeOf(clock)) };
});
