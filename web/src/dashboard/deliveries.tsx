import { useQuery } from '@tanstack/react-query';
import { Button } from '../shared/buttons.js';
import type { Client, components } from '../../../clients/typescript/core/client.js';
import { bodyOf, recordOf } from '../../../clients/typescript/core/connection.js';
import { paced } from '../shared/rate-limits.js';
import { useAction } from '../shared/use-action.js';
import { t } from '../words/words.js';
import { dateText, timeText } from '../shared/texts.js';

/** The interval at which unfinished deliveries are read again, in ms. */
const REFRESH = 2000;

const STATES = {
  waiting: t('waiting'),
  sending: t('sending'),
  delivered: t('delivered'),
  failed: t('failed'),
  cancelled: t('cancelled'),
};

const outcomeOf = ({ httpStatus, error, durationMs }: components['schemas']['WebhookAttempt']): string => {
  const outcome =
    httpStatus === undefined ? (error ?? t('under way')) : t('status {status}', { status: httpStatus });
  return durationMs === undefined ? outcome : t('{outcome}, after {ms} ms', { outcome, ms: durationMs });
};

interface DeliveriesProps {
  readonly client: Client;
  readonly id: string;
  /** Whether deliveries are attempted; otherwise they wait. */
  readonly isActive: boolean;
}

/** The last deliveries to an endpoint, with every attempt. */
export const Deliveries = ({ client, id, isActive }: DeliveriesProps) => {
  const { data, error } = useQuery({
    queryKey: ['deliveries', id],
    queryFn: () =>
      bodyOf(
        client.api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id }, query: { limit: 20 } } }),
      ),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ finishedAt }) => finishedAt === undefined) === true ? paced(REFRESH) : false,
  });
  const redeliver = useAction(
    (deliveryId: string) =>
      recordOf(
        client.api.POST('/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
          params: { path: { id, deliveryId } },
        }),
      ),
    ['deliveries', id],
  );
  const problem = redeliver.error ?? error;
  return (
    <>
      {problem && <p role="alert">{problem.message}</p>}
      <ul>
        {data?.data.map(({ _id, event, status, createdAt, attempts, finishedAt, nextAttemptAt }) => (
          <li key={_id}>
            {event}, {dateText(createdAt)}: {STATES[status]}
            {nextAttemptAt !== undefined &&
              attempts.length > 0 &&
              t(', next attempt {time}', { time: timeText(nextAttemptAt) })}
            {status === 'waiting' && !isActive && t(' until the webhook is resumed')}{' '}
            {finishedAt !== undefined && (
              <Button
                text={t('Send again')}
                disabled={redeliver.isPending}
                onClick={() => redeliver.mutate(_id)}
              />
            )}
            <ol>
              {attempts.map((attempt) => (
                <li key={attempt.attempt}>
                  {dateText(attempt.startedAt)}: {outcomeOf(attempt)}
                  {attempt.answer !== undefined && attempt.answer !== '' && (
                    <details>
                      <summary>{t('Response')}</summary>
                      <pre tabIndex={0}>{attempt.answer}</pre>
                    </details>
                  )}
                </li>
              ))}
            </ol>
          </li>
        ))}
        {data?.data.length === 0 && <li>{t('No deliveries yet.')}</li>}
      </ul>
    </>
  );
};
