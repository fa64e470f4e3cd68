import type { Knex } from 'knex';
import type { EventLog } from '../../../application/ports/event-log.js';
import { allProjections } from '../../../projections/all.js';
import { readCheckpoints } from '../../postgres/read-models/checkpoints.js';
import { sweepWebhookOrphans, type WebhookOrphans } from '../../postgres/webhooks/webhook-orphans.js';

/** Whether every projection has applied every event. */
const isCaughtUp = async (database: Knex, eventLog: EventLog): Promise<boolean> => {
  const checkpoints = await readCheckpoints(database);
  const positions = allProjections.flatMap(({ name }) => checkpoints.get(name) ?? []);
  const [furthestBehind] = positions.toSorted((a, b) => Number(a.commit - b.commit));
  if (!furthestBehind || positions.length < allProjections.length) return false;
  return (await eventLog.headAfter(furthestBehind)) === undefined;
};

/** Removes what belongs to no webhook endpoint. @returns how much of each kind */
export const sweepOrphans = (database: Knex, eventLog: EventLog): Promise<WebhookOrphans> =>
  sweepWebhookOrphans(database, () => isCaughtUp(database, eventLog));
