import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf, recordOf } from '../../../clients/typescript/core/connection.js';
import { Threads } from '../review/threads.js';
import { useReview } from '../review/use-review.js';
import { Verdict } from '../review/verdict.js';
import { Comparison } from '../versions/comparison.js';
import { Thumbnail } from '../versions/frame.js';
import { Pager } from './pager.js';
import { RecordedEvents } from './recorded-events.js';
import { Table } from './table.js';
import { t } from '../words/words.js';
import { dateText } from '../shared/texts.js';
import { changeText } from '../versions/change-text.js';

/** The sides of a comparison. */
const SIDES = {
  before: { name: t('before'), of: (version: number) => t('Version {version} before', { version }) },
  after: { name: t('after'), of: (version: number) => t('Version {version} after', { version }) },
};

interface HistoryProps {
  readonly client: Client;
  readonly videoId: string;
  readonly name: string;
  /** About how long the versions play, ms, if that is known. */
  readonly duration: number | 'auto';
  readonly leave: () => void;
}

/** The history of a video: its versions with pictures and decisions, any two of them side by side, comments and events. */
export const History = ({ client, videoId, name, duration, leave }: HistoryProps) => {
  const queries = useQueryClient();
  const review = useReview({ client, videoId });
  const [page, setPage] = useState(1);
  const [chosen, choose] = useState<{ readonly before?: number; readonly after?: number }>({});
  const { data, error } = useQuery({
    queryKey: ['versions', videoId, page],
    queryFn: () =>
      bodyOf(
        client.api.GET('/v1/videos/{id}/versions', {
          params: { path: { id: videoId }, query: { page, limit: 20 } },
        }),
      ),
  });
  const restore = useMutation({
    mutationFn: (version: number) =>
      recordOf(
        client.api.POST('/v1/videos/{id}/versions/{version}/restore', {
          params: { path: { id: videoId, version: String(version) } },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['versions', videoId] }),
  });
  const newest = data?.pagination.total ?? 1; // nothing is compared before it is known
  const before = chosen.before ?? Math.max(1, newest - 1);
  const after = chosen.after ?? newest;
  return (
    <>
      <h2>{t('History of {name}', { name })}</h2>
      <button type="button" onClick={leave}>
        {t('Back to the videos')}
      </button>
      {error && <p role="alert">{error.message}</p>}
      {restore.error && <p role="alert">{restore.error.message}</p>}
      <Table columns={[t('Picture'), t('Version'), t('Compare'), t('Actions')]}>
        {data?.data.map(({ version, createdAt, change }) => (
          <tr key={version}>
            <td>
              <Thumbnail
                {...{ client, videoId, version, duration }}
                width={160}
                label={t('Version {version}', { version })}
              />
            </td>
            <td>
              <strong>{t('Version {version}', { version })}</strong>, {dateText(createdAt)}
              <br />
              {changeText(change)}
              {review.decisions
                .filter((decision) => decision.version === version)
                .map((decision) => (
                  <Verdict key={decision.decidedAt} decision={decision} />
                ))}
            </td>
            <td>
              {newest > 1 &&
                (['before', 'after'] as const).map((side) => (
                  <label key={side}>
                    <input
                      type="radio"
                      name={side}
                      aria-label={SIDES[side].of(version)}
                      checked={version === (side === 'before' ? before : after)}
                      onChange={() => choose({ ...chosen, [side]: version })}
                    />
                    {SIDES[side].name}{' '}
                  </label>
                ))}
            </td>
            <td>
              {version !== newest && (
                <button type="button" disabled={restore.isPending} onClick={() => restore.mutate(version)}>
                  {t('Restore')}
                </button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      <Pager page={page} hasNext={data?.pagination.hasNextPage} turnTo={setPage} />
      {newest === 1 ? (
        <p>{t('There is no other version to compare with yet.')}</p>
      ) : (
        <Comparison client={client} videoId={videoId} before={before} after={after} />
      )}
      <section aria-labelledby="comments">
        <h3 id="comments">{t('Comments')}</h3>
        <Threads review={review} />
      </section>
      <RecordedEvents client={client} videoId={videoId} />
    </>
  );
};
