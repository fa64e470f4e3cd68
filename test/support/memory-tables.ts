/** Tables in memory that apply `Change`s, so that projections can be tested without PostgreSQL. */
import type { Recorded } from '../../domain/events.js';
import type { Change, Projection, Row } from '../../projections/change.js';

/** The key columns of each table. */
const KEYS: Readonly<Record<string, ReadonlyArray<string>>> = {
  api_keys: ['key_id'],
  assets: ['asset_id'],
  review_comments: ['comment_id'],
  review_decisions: ['decision_id'],
  video_details: ['video_id'],
  video_list: ['video_id'],
  video_versions: ['video_id', 'version'],
  render_details: ['render_id'],
  render_batches: ['batch_id'],
  render_jobs: ['render_id'],
  render_fingerprints: ['render_id'],
  render_replays: ['render_id', 'replay'],
  webhook_endpoints: ['endpoint_id'],
  webhook_secret_versions: ['endpoint_id', 'version'],
};

const keyOf = (table: string, row: Row): string => JSON.stringify((KEYS[table] ?? []).map((key) => row[key]));

type Tables = Map<string, { readonly row: Row; readonly revision: bigint }>;

const apply = (tables: Tables, change: Change): void => {
  if (change._tag !== 'Insert' && change._tag !== 'Update') return;
  const { table, revision } = change;
  const name = `${table} ${keyOf(table, change._tag === 'Insert' ? change.row : change.key)}`;
  const known = tables.get(name);
  if (change._tag === 'Insert') {
    if (!known) tables.set(name, { row: change.row, revision });
  } else if (known && known.revision < revision)
    tables.set(name, { row: { ...known.row, ...change.set }, revision });
};

/** The rows that events produce, by table and key. */
export const rowsAfter = (
  { project }: Projection,
  events: ReadonlyArray<Recorded>,
): Readonly<Record<string, Row>> => {
  const tables: Tables = new Map();
  for (const event of events) for (const change of project(event)) apply(tables, change);
  return Object.fromEntries([...tables].map(([name, { row }]) => [name, row]));
};
