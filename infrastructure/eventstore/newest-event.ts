import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client';
import { DEADLINE } from './read-slice.js';

/** When the newest event was stored, by the clock of the store; undefined if there is no event. */
export const newestEventTime = async (client: EventStoreDBClient): Promise<Date | undefined> => {
  let time: Date | undefined;
  const last = client.readAll({
    direction: BACKWARDS,
    fromPosition: END,
    maxCount: 1,
    deadline: DEADLINE,
  });
  for await (const { event } of last) time = event?.created;
  return time;
};
