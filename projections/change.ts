import type { DomainEvent, Recorded } from '../domain/events.js';
import type { WebhookEndpointId } from '../domain/ids.js';
import type { ReviewMessage } from '../domain/review/events.js';
import type { WebhookEventName } from '../domain/webhook-endpoint/events.js';

/** A row or part of one, by PostgreSQL column name. Values are JSON. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A change caused by an event. Every row of a projection has the `revision` of the last event of its stream that
 * changed it. `Insert` does not change an existing row; `Update` changes only rows with a lower revision. Repeated and late
 * events therefore change nothing. The other changes are effects outside of the read models, which a rebuild skips.
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

/** The events about which owners are notified. */
export type AnnouncedEvent = Extract<
  DomainEvent,
  | { type: 'RenderCompleted' | 'RenderFailed' | 'RenderBatchCompleted' | 'AssetStored' | 'AssetRefused' }
  | ReviewMessage
>;

/**
 * Notifies the owner's webhook endpoints of the outcome of a render, a batch or an upload, or of a comment or decision.
 * Repeating it has no effect.
 */
export interface EnqueueDeliveries {
  readonly _tag: 'EnqueueDeliveries';
  readonly event: WebhookEventName;
  /** The id of the event identifies the message for every endpoint and in the feed. */
  readonly recorded: Recorded<AnnouncedEvent>;
}

/** Removes the secrets of a deleted endpoint and cancels its waiting deliveries. Repeating it has no effect. */
export interface ForgetEndpoint {
  readonly _tag: 'ForgetEndpoint';
  readonly endpointId: WebhookEndpointId;
  /** ISO 8601 */
  readonly at: string;
}

/** Turns events into changes. Pure and total: other events cause no changes. */
export interface Projection {
  /** Identifies its checkpoint. */
  readonly name: string;
  /** The tables that only this projection writes. */
  readonly tables: ReadonlyArray<string>;
  /** Columns of these tables that are not written by the projection. A rebuild copies them. */
  readonly preservedColumns: ReadonlyArray<{
    readonly table: string;
    readonly key: string;
    readonly column: string;
  }>;
  readonly project: (recorded: Recorded) => ReadonlyArray<Change>;
}

/** The change of a row. Default table: the first one of the projection. */
type RowChange =
  | { readonly _tag: 'Insert'; readonly table?: string; readonly row: Row }
  | { readonly _tag: 'Update'; readonly key: Row; readonly set: Row };

type Fields = Readonly<Record<string, unknown>>;

/** The fields with names in snake case, and null for undefined. */
const columns = (fields: Fields): Row =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value ?? null,
    ]),
  );

export const insert = (fields: Fields, table?: string): RowChange => ({
  _tag: 'Insert',
  row: columns(fields),
  ...(table === undefined ? {} : { table }),
});

/** Sets new values in the row with this key. */
export const update = (key: Fields, set: Fields): RowChange => ({
  _tag: 'Update',
  key: columns(key),
  set: columns(set),
});

type HandledChange = RowChange | EnqueueDeliveries | ForgetEndpoint;

/** Handlers with the specific type of each recorded event. */
type Handlers = {
  readonly [Type in DomainEvent['type']]?: (
    data: Extract<DomainEvent, { type: Type }>['data'],
    recorded: Recorded<Extract<DomainEvent, { type: Type }>>,
  ) => HandledChange | ReadonlyArray<HandledChange>;
};

/** A projection from one handler per event type; other events change nothing. */
export const projection = (
  name: string,
  tables: ReadonlyArray<string>,
  handlers: Handlers,
  preservedColumns: Projection['preservedColumns'] = [],
): Projection => ({
  name,
  tables,
  preservedColumns,
  project: (recorded) => {
    const { type, data } = recorded.event;
    const handle = handlers[type] as
      | ((data: DomainEvent['data'], recorded: Recorded) => HandledChange | ReadonlyArray<HandledChange>)
      | undefined;
    const handled = handle?.(data, recorded) ?? [];
    return [handled]
      .flat()
      .map((change): Change =>
        change._tag === 'Insert' || change._tag === 'Update'
          ? { table: tables[0] ?? '', ...change, revision: recorded.revision }
          : change,
      );
  },
});
