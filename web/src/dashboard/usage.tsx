import { useQuery } from '@tanstack/react-query';
import type { Client, components } from '../../../clients/typescript/core/client.js';
import { recordOf } from '../../../clients/typescript/core/connection.js';
import { Button } from '../shared/buttons.js';
import { useRateLimits } from '../shared/rate-limits.js';
import { BarChart } from './bar-chart.js';
import { Table } from './table.js';
import { t } from '../words/words.js';
import { bytesText, dateText, dayText, lengthText, numberText } from '../shared/texts.js';

const WINDOWS: Readonly<Record<string, string>> = { minute: t('minute'), hour: t('hour'), day: t('day') };

/** The name of the window of a rate limit. */
export const windowName = (window: string): string => WINDOWS[window] ?? window;

type Day = components['schemas']['DayOfUsage'];

const sumOf = (days: ReadonlyArray<Day>, valueOf: (day: Day) => number): number =>
  days.reduce((sum, day) => sum + valueOf(day), 0);

/** Charts of the renders of each day. */
const Days = ({ days }: { readonly days: ReadonlyArray<Day> }) => {
  const chart = (name: string, valueOf: (day: Day) => number, textOf: (value: number) => string) => (
    <BarChart
      name={name}
      total={textOf(sumOf(days, valueOf))}
      bars={days.map((day) => ({ label: dayText(day.date), value: valueOf(day) }))}
      textOf={textOf}
    />
  );
  return (
    <div className="charts">
      {chart(t('Renders'), ({ renders }) => renders, numberText)}
      {chart(t('Failed renders'), ({ failed }) => failed, numberText)}
      {chart(t('Length of the videos'), ({ durationMs }) => durationMs, lengthText)}
      {chart(t('Size of the videos'), ({ bytes }) => bytes, bytesText)}
    </div>
  );
};

/** The requests of the API key against its rate limits, as the last response of the service stated them. */
const Requests = () => {
  const { windows } = useRateLimits();
  if (windows === undefined) return null;
  if (windows.length === 0) return <p>{t('This API key has no rate limits.')}</p>;
  return (
    <Table columns={[t('Window'), t('Requests'), t('Used'), t('Resets')]}>
      {windows.map(({ window, limit, remaining, resetsAt }) => (
        <tr key={window}>
          <th scope="row">{windowName(window)}</th>
          <td>{t('{used} of {limit}', { used: numberText(limit - remaining), limit: numberText(limit) })}</td>
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
  );
};

/** The usage of the owner in the last 30 days, and the requests of the API key. */
export const Usage = ({ client }: { readonly client: Client }) => {
  // Reading it counts as a request, too, so nothing is read again automatically.
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['usage'],
    queryFn: () => recordOf(client.api.GET('/v1/usage')),
  });
  return (
    <>
      <h2>{t('Usage')}</h2>
      {error && <p role="alert">{error.message}</p>}
      {data && (
        <>
          <p>
            {t('The last {count} days. Uploaded files take {size}.', {
              count: data.days.length,
              size: bytesText(data.assetBytes),
            })}
          </p>
          <Days days={data.days} />
        </>
      )}
      <Requests />
      <p>
        <Button text={t('Refresh')} disabled={isFetching} onClick={() => void refetch()} />{' '}
        <small>{t('Every request of this page counts, this one too.')}</small>
      </p>
    </>
  );
};
