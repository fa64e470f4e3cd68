import type { DomainEvent, Recorded } from '../domain/events.js';
import type { RenderId, WebhookEndpointId } from '../domain/ids.js';
import type { WebhookEventName } from '../domain/webhook-endpoint/events.js';

/** A row or a part of one, by column names as PostgreSQL has them. Values are JSON. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * What an event changes in a table. Every row of a projection has a `revision`: that of the last event of its stream
 * that changed it. `Insert` leaves a row that is there alone; `Update` touches only rows of a lower revision: so an
 * event that comes twice or late changes nothing. The others are effects on what no projection owns: a rebuild leaves them
 * out.
 */
export type Change =
  | { readonly _tag: 'Insert'; readonly table: string; readonly row: Row; readonly revision: bigint }
  | {
      readonly _tag: 'Update';
      readonly table: string;
      readonly key: Row;
      readonly set: Row;
      readonly revision: bigint;
    }
  | EnqueueDeliveries
  | ForgetEndpoint;

/** The owner's webhook endpoints are to be told what became of a render; once each, however often this comes. */
export interface EnqueueDeliveries {
  readonly _tag: 'EnqueueDeliveries';
  /** The recorded event's id: names the message on every endpoint and in the feed, however often it is projected. */
  readonly messageId: string;
  readonly event: WebhookEventName;
  readonly renderId: RenderId;
  /** Of the event in the render's stream. */
  readonly revision: bigint;
  /** ISO 8601 */
  readonly at: string;
}

/** A deleted endpoint's secrets are forgotten, and what waits for it is cancelled; again, there is nothing left to do. */
export interface ForgetEndpoint {
  readonly _tag: 'ForgetEndpoint';
  readonly endpointId: WebhookEndpointId;
  /** ISO 8601 */
  readonly at: string;
}

/** Turns events into changes. Pure and total: an event it has nothing to say of gives none. */
export interface Projection {
  /** Names its checkpoint. */
  readonly name: string;
  /** The tables it alone writes. */
  readonly tables: ReadonlyArray<string>;
  /** Columns of these tables that others write: they are carried over when the tables are built anew. */
  readonly kept?: ReadonlyArray<{ readonly table: string; readonly key: string; readonly column: string }>;
  readonly project: (recorded: Recorded) => ReadonlyArray<Change>;
}

/** A new row. */
export const insert = (table: string, row: Row, { revision }: Recorded): Change => ({
  _tag: 'Insert',
  table,
  row,
  revision,
});

/** New values in the row with this key. */
export const update = (table: string, key: Row, set: Row, { revision }: Recorded): Change => ({
  _tag: 'Update',
  table,
  key,
  set,
  revision,
});

/** The narrow type of a recorded event, for the handlers of {@link on}. */
type Handlers = {
  readonly [Type in DomainEvent['type']]?: (
    data: Extract<DomainEvent, { type: Type }>['data'],
    recorded: Recorded,
  ) => ReadonlyArray<Change>;
};

/** A projection's `project` from one handler per event type; other events change nothing. */
export const on =
  (handlers: Handlers) =>
  (recorded: Recorded): ReadonlyArray<Change> => {
    const { type, data } = recorded.event;
    const handler = handlers[type] as
      ((data: DomainEvent['data'], recorded: Recorded) => ReadonlyArray<Change>) | undefined;
    return handler ? handler(data, recorded) : [];
  };
