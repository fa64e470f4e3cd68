import { type DomainEvent, EVENT_CODECS, type Recorded } from '../../domain/events.js';
import type { Projection, Row } from '../../projections/change.js';
import { at, uuid } from '../support/examples.js';
import { rightOf } from '../support/right-of.js';

/** Rows by table, in the order in which they were inserted. */
export type Tables = Readonly<Record<string, ReadonlyArray<Row>>>;

/** The events of one stream, and all rows that the projections make of them. */
export interface Example {
  readonly of: string;
  readonly events: ReadonlyArray<Recorded>;
  readonly rows: Tables;
}

/** An event without the data that all events of its stream have. */
type Told<Event = DomainEvent> = Event extends DomainEvent
  ? { readonly type: Event['type'] } & Partial<Omit<Event['data'], 'at'>>
  : never;

export const actor = { type: 'api-key', keyId: 'k' } as const;
const metadata = {
  actor,
  requestId: 'r',
  $correlationId: 'r',
  $causationId: 'r',
  previousHash: '',
  hash: '',
};

/** The id of the event with this index in each example. */
export const eventId = (index: number): string => uuid(1000 + index);

/**
 * An example whose first event happens at `at(0)`, and each other a second later.
 * @param facts the data of all its events
 */
export const example = (
  of: string,
  stream: string,
  facts: object,
  events: ReadonlyArray<Told>,
  rows: Tables,
): Example => ({
  of,
  events: events.map(({ type, ...data }, index) => ({
    event: rightOf(EVENT_CODECS[type].decode({ type, data: { ...facts, ...data, at: at(index) } })),
    id: eventId(index),
    stream,
    revision: BigInt(index),
    position: { commit: BigInt(index), prepare: BigInt(index) },
    metadata,
  })),
  rows,
});

/** The tables whose key has two columns. The key is in the first columns of every row. */
const TWO_KEYS = new Set(['render_replays', 'video_versions', 'webhook_secret_versions']);

/** The rows that events leave in the tables of a projection, by the rules of `Change`. */
export const tablesAfter = ({ tables, project }: Projection, events: ReadonlyArray<Recorded>): Tables => {
  const stored = new Map<string, { table: string; row: Row; revision: bigint }>();
  for (const change of events.flatMap(project)) {
    if (change._tag !== 'Insert' && change._tag !== 'Update') continue;
    const { table, revision } = change;
    const key = Object.values(change._tag === 'Insert' ? change.row : change.key);
    const name = JSON.stringify([table, ...key.slice(0, TWO_KEYS.has(table) ? 2 : 1)]);
    const known = stored.get(name);
    if (change._tag === 'Insert') {
      if (!known) stored.set(name, { table, row: change.row, revision });
    } else if (known && known.revision < revision)
      stored.set(name, { table, row: { ...known.row, ...change.set }, revision });
  }
  const rowsOf = (table: string) =>
    [...stored.values()].filter((one) => one.table === table).map(({ row }) => row);
  return Object.fromEntries(tables.map((table) => [table, rowsOf(table)]));
};
