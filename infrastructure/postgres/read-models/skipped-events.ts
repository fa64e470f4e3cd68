import type { Knex } from 'knex';

/** Why nobody is told of the end of a render, though it can be decoded. */
export const UNTOLD = {
  unbegun: 'the render that it ends is in no read model',
  ambiguous: 'another event has its id',
} as const;
export type UntoldReason = (typeof UNTOLD)[keyof typeof UNTOLD];

/** Whether an event was skipped because it could not be decoded, and not for one of {@link UNTOLD}. */
export const wasUndecodable = ({ reason }: SkippedEvent): boolean =>
  !Object.values<string>(UNTOLD).includes(reason);

/** An event of a known type that was skipped. */
export interface SkippedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  /** Names fields, never what they hold. */
  readonly reason: string;
}

/** Every event that was skipped, in the order of their streams. */
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

/** Forgets that these were skipped, once every read model shows what they say. */
export const forgetSkippedEvents = async (
  database: Knex,
  events: ReadonlyArray<SkippedEvent>,
): Promise<void> => {
  for (const { stream, revision } of events)
    await database('projection_skipped_events').where({ stream, revision }).delete();
};
