import type { Knex } from 'knex';

/** Reasons not to notify anyone of a finished render although its event can be decoded. Stored: never change them. */
export const NOT_NOTIFIED = {
  subjectUnknown: 'the render that it ends is in no read model',
  ambiguous: 'another event has its id',
} as const;
export type NotNotifiedReason = (typeof NOT_NOTIFIED)[keyof typeof NOT_NOTIFIED];

/** Whether an event was skipped because it could not be decoded, and not because of {@link NOT_NOTIFIED}. */
export const wasUndecodable = ({ reason }: SkippedEvent): boolean =>
  !Object.values<string>(NOT_NOTIFIED).includes(reason);

/** An event of a known type that was skipped. */
export interface SkippedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  /** Names fields, never their values. */
  readonly reason: string;
}

/** All skipped events, ordered by stream. */
export const skippedEvents = async (database: Knex): Promise<ReadonlyArray<SkippedEvent>> => {
  const rows = await database('projection_skipped_events')
    .select<ReadonlyArray<Omit<SkippedEvent, 'revision'> & { readonly revision: bigint }>>(
      'stream',
      'revision',
      'type',
      'reason',
    )
    .orderBy(['stream', 'revision']);
  return rows.map((row) => ({ ...row, revision: Number(row.revision) }));
};

/** Removes the record of these skipped events, once every read model has applied them. */
export const forgetSkippedEvents = async (
  database: Knex,
  events: ReadonlyArray<SkippedEvent>,
): Promise<void> => {
  for (const { stream, revision } of events)
    await database('projection_skipped_events').where({ stream, revision }).delete();
};

/** The types among these that an earlier release skipped because it could not read them. */
export const skippedTypes = async (
  database: Knex,
  readable: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const rows = await database<{ type: string }>('projection_skipped_types')
    .whereIn('type', readable)
    .select('type');
  return rows.map(({ type }) => type);
};

/** All skipped types. */
export const allSkippedTypes = (database: Knex): Promise<ReadonlyArray<string>> =>
  database('projection_skipped_types').orderBy('type').pluck('type');

/** Removes the record of these skipped types, once every read model has applied their events. */
export const forgetSkippedTypes = async (database: Knex, types: ReadonlyArray<string>): Promise<void> => {
  await database('projection_skipped_types').whereIn('type', types).delete();
};
