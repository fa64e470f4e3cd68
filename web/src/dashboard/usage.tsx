import { useQuery } from '@tanstack/react-query';
import type { Client } from '../../../clients/typescript/core/client.js';
import { Table } from './table.js';

/** How often the use is read again, ms. */
const REFRESH = 5000;

interface WindowUse {
  readonly window: string;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

const ITEM = /"([^"]+)"((?:;[a-z]=\d+)*)/g;

/** The items of a structured header such as `"minute";r=9;t=41, "hour";r=99;t=3000`, by name. */
const itemsOf = (header: string | null): ReadonlyMap<string, Readonly<Record<string, number>>> =>
  new Map(
    [...(header ?? '').matchAll(ITEM)].map(([, name = '', parameters = '']) => [
      name,
      Object.fromEntries(
        [...parameters.matchAll(/;([a-z])=(\d+)/g)].map(([, key = '', value]) => [key, Number(value)]),
      ),
    ]),
  );

/** What the headers of a response say about the rate limits (draft-ietf-httpapi-ratelimit-headers-10). */
const windowsOf = (headers: Headers): ReadonlyArray<WindowUse> => {
  const use = itemsOf(headers.get('ratelimit'));
  return [...itemsOf(headers.get('ratelimit-policy'))].map(([window, policy]) => ({
    window,
    limit: policy['q'] ?? 0,
    remaining: use.get(window)?.['r'] ?? 0,
    resetSeconds: use.get(window)?.['t'] ?? 0,
  }));
};

/** The use of the API key against its rate limits. Reading it counts as a request, too. */
export const Usage = ({ client }: { readonly client: Client }) => {
  const { data, error } = useQuery({
    queryKey: ['usage'],
    refetchInterval: REFRESH,
    queryFn: async () => {
      const { response } = await client.api.GET('/v1/videos', { params: { query: { limit: 1 } } });
      return windowsOf(response.headers);
    },
  });
  return (
    <>
      <h2>Usage</h2>
      {error && <p role="alert">{error.message}</p>}
      {data?.length === 0 && <p>This API key has no rate limits.</p>}
      {data !== undefined && data.length > 0 && (
        <Table columns={['Window', 'Requests', 'Used', 'Resets in']}>
          {data.map(({ window, limit, remaining, resetSeconds }) => (
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
              <td>{resetSeconds} s</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
};
