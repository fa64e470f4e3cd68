import type { Knex } from 'knex';
import type { RecordedOutput, RecordedOutputs } from '../../../application/ports/recorded-outputs.js';
import type { RenderId } from '../../../domain/ids.js';
import { isTerminal, type RenderStatus } from '../../../domain/render/render.js';

interface Row {
  readonly render_id: RenderId;
  readonly status: RenderStatus;
  readonly key: string | null;
}

/** The recorded outputs, from the table of all renders. */
export const postgresRecordedOutputs =
  (database: Knex): RecordedOutputs =>
  async (ids) => {
    const rows = await database('render_details')
      .whereIn('render_id', ids)
      .select<ReadonlyArray<Row>>('render_id', 'status', database.raw(`output ->> 'key' as key`));
    return new Map(
      rows.map(({ render_id, status, key }): readonly [RenderId, RecordedOutput] => [
        render_id,
        { isOver: isTerminal(status), ...(key === null ? {} : { key }) },
      ]),
    );
  };
