import type { Knex } from 'knex';
import type { BatchInWork, RenderBatchRow } from '../../../application/ports/render-batches.js';
import type { RenderBatchId } from '../../../domain/ids.js';
import type { RenderStatus } from '../../../domain/render/state.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';

type Batch = RenderBatchRow & BatchInWork;
type StoredFields = Omit<Batch, 'rows' | 'outcomes'>;

export interface StoredBatch extends StoredAs<StoredFields>, Readonly<Record<RenderStatus, number>> {
  readonly row_count: number;
}

const STATUSES: ReadonlyArray<RenderStatus> = ['pending', 'processing', 'completed', 'failed', 'cancelled'];

const byStatus = (status: RenderStatus): string =>
  `count(*) filter (where status = '${status}')::int as ${status}`;

/** The renders of a batch by status. Frames of a file that was taken as a whole were all taken. */
const COUNTS = `cross join lateral (
  select count(*)::int as requested, ${STATUSES.map(byStatus).join(', ')},
    coalesce(sum((output ->> 'frames')::int), 0)::int as frames,
    coalesce(sum(case when output ->> 'reusedFrom' is null then (output ->> 'reusedFrames')::int
      else (output ->> 'frames')::int end), 0)::int as reused_frames
  from render_details where render_details.batch_id = render_batches.batch_id
) as renders`;

const COLUMNS = ['batch_id', 'owner_id', 'status', 'video_id', 'video_version', 'row_count']
  .concat(['options', 'actor', 'request_id', 'traceparent', 'created_at', 'updated_at', 'finished_at'])
  .map((name) => `render_batches.${name}`);

/** Batches with the counts of their renders, without their rows. */
export const withCounts = (database: Knex): Knex.QueryBuilder =>
  database('render_batches')
    .joinRaw(COUNTS)
    .select(COLUMNS)
    .select(['requested', ...STATUSES, 'frames', 'reused_frames'].map((name) => `renders.${name}`));

export const toBatchRow = (stored: StoredBatch): Batch => {
  const { row_count: rows, pending, processing, completed, failed, cancelled, ...fields } = stored;
  const outcomes = { pending, processing, completed, failed, cancelled };
  return { ...rowOf<StoredFields>(fields), rows, outcomes };
};

/** The batches with these ids, in the order of the ids. */
export const batchesByIds = async (
  database: Knex,
  ids: ReadonlyArray<RenderBatchId>,
): Promise<ReadonlyArray<RenderBatchRow>> => {
  const stored = (await withCounts(database).whereIn(
    'render_batches.batch_id',
    ids,
  )) as ReadonlyArray<StoredBatch>;
  const byId = new Map(stored.map((row) => [row.batch_id, toBatchRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Rows of the batch `:id`, from the one after `:from` to `:to`, counted from 1. */
export const BATCH_ROWS = `select (place - 1)::int as row, value
  from render_batches, json_array_elements(rows) with ordinality as element (value, place)
  where batch_id = :id and place > :from and place <= :to`;
