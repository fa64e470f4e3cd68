/** A projector that tests kill: projects the log of EVENTSTORE_URL to the read models of DATABASE_URL. */
import { uncompared } from '../../../application/transparency/compare-history.js';
import { runProjections } from '../../../application/projections/run-projections.js';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';
import { eventStoreDbEventLog } from '../../../infrastructure/eventstore/event-log.js';
import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { enqueueDeliveries } from '../../../infrastructure/postgres/webhooks/deliveries.js';
import { becomeLeader } from '../../../infrastructure/postgres/connection/leadership.js';
import { postgresProjectionStore } from '../../../infrastructure/postgres/read-models/projection-store.js';
import { allProjections } from '../../../projections/all.js';
import { PUBLIC_BASE_URL } from './public-base-url.js';

const { EVENTSTORE_URL = '', DATABASE_URL = '' } = process.env;
const { signal } = new AbortController();
const { client } = connectToEventStore(EVENTSTORE_URL);
await becomeLeader(DATABASE_URL, 'projector', signal);
process.once('disconnect', () => process.exit());
await runProjections({
  eventLog: eventStoreDbEventLog(client, uncompared, {
    onLost: console.error,
    onUnknownEvent: console.error,
    onUndecodableEvent: console.error,
  }),
  store: postgresProjectionStore(
    openDatabase({ url: DATABASE_URL }),
    allProjections,
    enqueueDeliveries(PUBLIC_BASE_URL),
  ),
  onApplied: (events) => process.send?.({ applied: events.length }),
  signal,
});
