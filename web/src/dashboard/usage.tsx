import { useQuery } from '@tanstack/react-query';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import { useRateLimits } from '../shared/rate-limits.js';
import { Table } from './table.js';

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
      <h2>Usage</h2>
      {error && <p role="alert">{error.message}</p>}
      {windows?.length === 0 && <p>This API key has no rate limits.</p>}
      {windows !== undefined && windows.length > 0 && (
        <>
          <Table columns={['Window', 'Requests', 'Used', 'Resets']}>
            {windows.map(({ window, limit, remaining, resetsAt }) => (
              <tr key={window}>
                <th scope="row">{window}</th>
                <td>
                  {limit - remaining} of {limit}
                </td>
                <td>
                  <meter
                    max={limit}
                    high={limit * 0.8}
                    value={limit - remaining}
                    aria-label={`Requests used in this ${window}`}
                  />
                </td>
                <td>{new Date(resetsAt).toLocaleString()}</td>
              </tr>
            ))}
          </Table>
          <p>
            <button type="button" disabled={isFetching} onClick={() => void refetch()}>
              Refresh
            </button>{' '}
            <small>Every request of this page counts, this one too.</small>
          </p>
        </>
      )}
    </>
  );
};
