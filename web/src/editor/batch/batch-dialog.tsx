import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, Share } from 'lucide-react';
import { useState } from 'react';
import './batch.css';
import { Button } from '../../shared/buttons.js';
import { subtitleText } from '../../../../domain/composition/subtitles/read-subtitles.js';
import type { Client } from '../../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import { OpenDialog } from '../../shared/open-dialog.js';
import { paced } from '../../shared/rate-limits.js';
import { useAction } from '../../shared/use-action.js';
import { useFileChoice } from '../../shared/use-file-choice.js';
import { t } from '../../words/words.js';
import { AT_FIRST, ExportSettings, renderOptionsOf } from '../export/export-settings.js';
import { useAccess, useShared } from '../shared.js';
import { variablesOf } from '../variables/template.js';
import { Batches } from './batches.js';
import { type Columns, columnsFor, missingIn, type RowProblem, valuesOf } from './rows.js';
import { RowsTable, type SetCell } from './rows-table.js';
import type { CellTable } from './table.js';
import { useRowProblems } from './use-row-problems.js';
import { useTable } from './use-table.js';

/** The interval at which unfinished batches are read again, in ms. */
const REFRESH = 1000;
/** The number of batches in the list. */
const LISTED = 5;
/** The most problems above the table, which also shows those of its rows. */
const PROBLEMS = 10;

interface BatchDialogProps {
  /** The client of an API key, which may render batches. */
  readonly client: Client;
  readonly close: () => void;
}

/** The batches of the video, polled until they are finished, and the actions on them. */
const useBatches = (client: Client) => {
  const { videoId } = useAccess();
  const key = ['batches', videoId];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => bodyOf(client.api.GET('/v1/batches', { params: { query: { videoId, limit: LISTED } } })),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'processing') === true ? paced(REFRESH) : false,
  });
  const create = useAction(
    (batch: Parameters<typeof client.batches.create>[1]) => client.batches.create(videoId, batch),
    key,
  );
  const cancel = useAction((id: string) => client.batches.cancel(id), key);
  return { batches: data?.data ?? [], create, cancel, error: create.error ?? cancel.error ?? error };
};

/** The problems that prevent rendering, each with its row and its column. */
const Problems = ({ problems, missing, isUsed, table, columns }: ProblemsProps) => {
  const columnOf = (variable: string | undefined): string =>
    variable === undefined ? '' : (table.names[columns.indexOf(variable)] ?? variable);
  if (problems.length === 0 && missing.length === 0 && isUsed) return null;
  return (
    <div role="alert">
      <ul className="row-problems">
        {!isUsed && (
          <li>{t('Choose above a column the variable that it fills: otherwise all videos are the same.')}</li>
        )}
        {missing.map((name) => (
          <li key={name}>{t('No column has the values of {name}, which has no default.', { name })}</li>
        ))}
        {missing.length === 0 &&
          problems.slice(0, PROBLEMS).map(({ row, variable, message }) => (
            <li key={`${row} ${variable} ${message}`}>
              {variable === undefined
                ? t('Row {row}: {message}', { row: row + 1, message })
                : t('Row {row}, column {column}: {message}', {
                    row: row + 1,
                    column: columnOf(variable),
                    message,
                  })}
            </li>
          ))}
        {missing.length === 0 && problems.length > PROBLEMS && (
          <li>{t('And {count} more.', { count: problems.length - PROBLEMS })}</li>
        )}
      </ul>
    </div>
  );
};

interface ProblemsProps {
  readonly problems: ReadonlyArray<RowProblem>;
  readonly missing: ReadonlyArray<string>;
  /** Whether a column fills a variable. */
  readonly isUsed: boolean;
  readonly table: CellTable;
  readonly columns: Columns;
}

interface TableStepProps {
  readonly table: CellTable;
  readonly setCell: SetCell;
  readonly isRequesting: boolean;
  readonly request: ReturnType<typeof useBatches>['create']['mutate'];
}

/** The rows with their pictures and problems, and the button that renders all of them. */
const TableStep = ({ table, setCell, isRequesting, request }: TableStepProps) => {
  const { document, places, isSaved, ms } = useShared();
  const [columns, setColumns] = useState(() => columnsFor(table, document));
  const [settings, set] = useState(AT_FIRST);
  const problems = useRowProblems(document, table, columns);
  const missing = missingIn(columns, document);
  const isUsed = columns.some((one) => one !== undefined);
  const isReady = problems?.length === 0 && isUsed && isSaved && !isRequesting;
  const renderAll = (): void =>
    request({
      rows: table.rows.map((cells) => ({ ...valuesOf(cells, columns, document) })),
      ...renderOptionsOf(settings, places, ms),
    });
  return (
    <>
      <Problems {...{ missing, isUsed, table, columns }} problems={problems ?? []} />
      <RowsTable {...{ table, setCell, columns, setColumns }} problems={problems ?? []} />
      <ExportSettings {...{ settings, set }} />
      <div className="buttons">
        <Button
          icon={Share}
          text={t('{count, plural, one {Render # variant} other {Render all # variants}}', {
            count: table.rows.length,
          })}
          className="primary"
          disabled={!isReady}
          onClick={renderAll}
        />
        {!isSaved && <span>{t('Available when all changes are saved.')}</span>}
      </div>
    </>
  );
};

/** Spreadsheets save a CSV in Unicode, or as Windows does. */
const tableText = (bytes: Uint8Array): string =>
  subtitleText(bytes) ?? new TextDecoder('windows-1252').decode(bytes);

/** Renders a variant of the video for each row of a table. */
export const BatchDialog = ({ client, close }: BatchDialogProps) => {
  const { document } = useShared();
  const { table, setCell, problem, read } = useTable();
  const { batches, create, cancel, error } = useBatches(client);
  const choice = useFileChoice({
    label: t('Table of variants'),
    accept: '.csv,.tsv,.txt,text/csv,text/tab-separated-values',
    choose: ([file]) => void file?.arrayBuffer().then((bytes) => read(tableText(new Uint8Array(bytes)))),
  });
  const names = variablesOf(document).map(({ name }) => name);
  return (
    <OpenDialog name={t('Variants')} close={close}>
      <h2>{t('Variants')}</h2>
      <p className="empty">
        {t('A table with a column for each variable gives a video for each row:')}{' '}
        <code>{names.join(', ')}</code>
      </p>
      {choice.input}
      <div className="buttons table-choice">
        <button type="button" className={table ? '' : 'primary'} onClick={choice.open}>
          <FileSpreadsheet size={15} aria-hidden="true" /> {t('Choose a CSV')}
        </button>
        <input
          aria-label={t('Paste cells')}
          placeholder={t('or paste cells of a spreadsheet')}
          value=""
          readOnly
          onPaste={({ clipboardData }) => read(clipboardData.getData('text'))}
        />
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {table && (
        <TableStep
          key={JSON.stringify(table.names)}
          {...{ table, setCell }}
          isRequesting={create.isPending}
          request={create.mutate}
        />
      )}
      {error && <p role="alert">{error.message}</p>}
      <Batches {...{ client, batches }} cancel={cancel.mutate} />
    </OpenDialog>
  );
};
