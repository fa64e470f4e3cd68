import type * as t from 'io-ts';
import { about } from '../codec/codec.js';
import { array, record } from '../codec/containers.js';
import { jsonObject } from '../codec/json.js';
import { string } from '../codec/scalars.js';
import { renderFields } from '../composition/requests.js';

export const MAX_BATCH_ROWS = 1000;

const rows = about(
  `What is rendered: for each row the values of the template’s variables, by name. 1 to ${MAX_BATCH_ROWS} rows.`,
  array(jsonObject(256 * 1024), MAX_BATCH_ROWS),
);

const csv = about(
  'The rows as CSV (RFC 4180), instead of `rows`. The first line has the names, at most 1000. An empty cell has no value; cells of variables that are declared as `number`, `boolean`, `list` or `object` hold JSON.',
  string({ minLength: 1 }),
);

/** Body of `POST /v1/renders/{videoId}/batch`. */
export const CreateBatchBody = about(
  'A row for each render, and how all of them are rendered.',
  record(renderFields.required, { rows, csv, ...renderFields.optional }, [
    {
      field: 'rows',
      among: ['csv'],
      problem: ({ rows: list, csv: text }) => {
        if (list !== undefined && text !== undefined) return 'must not be combined with csv';
        if (list === undefined && text === undefined) return 'is required, unless there is csv';
        return list?.length === 0 ? 'must have at least one row' : undefined;
      },
    },
  ]),
  { title: 'CreateBatch' },
);
export type CreateBatchBody = t.TypeOf<typeof CreateBatchBody>;
