import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Client } from '../../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import type { Batch, BatchResult } from '../../../../clients/typescript/core/types.js';
import { Button } from '../../shared/buttons.js';
import { download } from '../../shared/download.js';
import { momentText } from '../../shared/texts.js';
import { useAction } from '../../shared/use-action.js';
import { t } from '../../words/words.js';
import { useShared } from '../shared.js';
import { nameOf } from '../variables/shown-document.js';

interface BatchProps {
  readonly client: Client;
  readonly batch: Batch;
  readonly cancel: (id: string) => void;
}

const Progress = ({ batch: { _id, progress, rows, counts }, cancel }: BatchProps) => (
  <div className="buttons">
    <progress value={progress} aria-label={t('Progress of the batch')} />
    <output>
      {t('{done} of {rows}', { done: counts.completed + counts.failed + counts.cancelled, rows })}
    </output>
    <Button text={t('Cancel')} onClick={() => cancel(_id)} />
  </div>
);

/** The rows whose renders failed, each with its reason. */
const Failures = ({ client, batch: { _id } }: BatchProps) => {
  const { data, error } = useQuery({
    queryKey: ['failed rows', _id],
    staleTime: Infinity, // the batch is over
    queryFn: async ({ signal }) => {
      const failed: BatchResult[] = [];
      for await (const result of client.batches.results(_id, { signal }))
        if (result.status === 'failed') failed.push(result);
      return failed;
    },
  });
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <ul className="failure" aria-label={t('Rows that failed')}>
      {data?.map(({ row, error: reason }) => (
        <li key={row}>
          <strong>{t('Row {row}', { row: row + 1 })}</strong> {reason}
        </li>
      ))}
    </ul>
  );
};

const Archive = ({ client, batch: { _id, counts } }: BatchProps) => {
  const name = nameOf(useShared().document);
  const archive = useAction(async () => {
    const zip = bodyOf<Blob>(
      client.api.GET('/v1/batches/{id}/archive', {
        params: { path: { id: _id } },
        headers: { accept: 'application/zip' },
        parseAs: 'blob',
      }),
    );
    download(await zip, `${name}.zip`);
  });
  return (
    <>
      <div className="buttons">
        <Button
          icon={Download}
          text={archive.isPending ? t('Loading …') : t('Download ZIP')}
          className="primary"
          disabled={archive.isPending}
          onClick={() => archive.mutate()}
        />
        <span>{t('{count, plural, one {# video} other {# videos}}', { count: counts.completed })}</span>
      </div>
      {archive.error && <p role="alert">{archive.error.message}</p>}
    </>
  );
};

const STATUSES: Readonly<Record<Batch['status'], string>> = {
  processing: t('Rendering'),
  completed: t('Ready'),
  cancelled: t('Cancelled'),
};

/** The batches of a video, newest first: with their progress and results. */
export const Batches = ({
  batches,
  ...props
}: Omit<BatchProps, 'batch'> & { readonly batches: ReadonlyArray<Batch> }) => (
  <ol className="renders" aria-label={t('Batches')}>
    {batches.map((batch) => {
      const { _id, status, rows, counts, createdAt, videoVersion } = batch;
      const isFinished = status !== 'processing';
      return (
        <li key={_id}>
          <div className="render-head">
            <strong>
              {t('{count, plural, one {# variant} other {# variants}} of version {version}', {
                count: rows,
                version: videoVersion,
              })}
            </strong>
            <time dateTime={createdAt}>{momentText(createdAt)}</time>
            <span className={`badge ${status}`}>{STATUSES[status]}</span>
          </div>
          {!isFinished && <Progress {...props} batch={batch} />}
          {isFinished && counts.failed > 0 && <Failures {...props} batch={batch} />}
          {isFinished && counts.completed > 0 && <Archive {...props} batch={batch} />}
        </li>
      );
    })}
  </ol>
);
