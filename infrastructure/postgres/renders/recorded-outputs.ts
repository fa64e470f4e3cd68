import type { Knex } from 'knex';
import type { RecordedOutput, RecordedOutputs } from '../../../application/ports/recorded-outputs.js';
import type { RenderId } from '../../../domain/ids.js';
import { isFinished, type RenderStatus } from '../../../domain/render/state.js';

interface Row {
  readonly render_id: RenderId;
  readonly status: RenderStatus;
  readonly keys: ReadonlyArray<string>;
}

/** The keys of the output and of its further files. */
const KEYS = `array(
  select output ->> 'key' where output is not null
  union all
  select file ->> 'key' from json_array_elements(output -> 'files') as file
) as keys`;

/** The recorded outputs, from the table of all renders. */
export const postgresRecordedOutputs =
  (database: Knex): RecordedOutputs =>
  async (ids) => {
    const rows = await database('render_details')
      .whereIn('render_id', ids)
      .select<ReadonlyArray<Row>>('render_id', 'status', database.raw(KEYS));
    return new Map(
      rows.map(({ render_id, status, keys }): readonly [RenderId, RecordedOutput] => [
        render_id,
        { isFinished: isFinished(status), keys },
      ]),
    );
  };
