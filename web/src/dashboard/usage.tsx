import { useQuery } from '@tanstack/react-query';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import { useRateLimits } from '../shared/rate-limits.js';
import { Table } from './table.js';
import { t } from '../words/words.js';
import { dateText, numberText } from '../shared/texts.js';

const WINDOWS: Readonly<Record<string, string>> = { minute: t('minute'), hour: t('hour'), day: t('day') };

/** What the window of a rate limit is called. */
export const windowName = (window: string): string => WINDOWS[window] ?? window;

/** The use of the API key against its rate limits, as the last response of the service stated it. */
export const Usage = ({ client }: { readonly client: Client }) => {
  const { windows } = useRateLimits();
  // Every response states the use. Reading it counts as a request too, so nothing is read again by itself.
  const { error, refetch, isFetching } = useQuery({
    queryKey: ['usage'],
    queryFn: () => bodyOf(client.api.GET('/v1/videos', { params: { query: { limit: 1 } } })),
  });
  return (
    <>
      <h2>{t('Usage')}</h2>
      {error && <p role="alert">{error.message}</p>}
      {windows?.length === 0 && <p>{t('This API key has no rate limits.')}</p>}
      {windows !== undefined && windows.length > 0 && (
        <>
          <Table columns={[t('Window'), t('Requests'), t('Used'), t('Resets')]}>
            {windows.map(({ window, limit, remaining, resetsAt }) => (
              <tr key={window}>
                <th scope="row">{windowName(window)}</th>
                <td>
                  {t('{used} of {limit}', { used: numberText(limit - remaining), limit: numberText(limit) })}
                </td>
                <td>
                  <meter
                    max={limit}
                    high={limit * 0.8}
                    value={limit - remaining}
                    aria-label={t('Requests used in this {window}', { window: windowName(window) })}
                  />
                </td>
                <td>{dateText(resetsAt)}</td>
              </tr>
            ))}
          </Table>
          <p>
            <button type="button" disabled={isFetching} onClick={() => void refetch()}>
              {t('Refresh')}
            </button>{' '}
            <small>{t('Every request of this page counts, this one too.')}</small>
          </p>
        </>
      )}
    </>
  );
};
