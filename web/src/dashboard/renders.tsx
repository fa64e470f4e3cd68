import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import type { Render } from '../../../clients/typescript/core/types.js';

/** How often renders that are not over are read again, ms. */
const REFRESH = 1500;

const isOver = ({ status }: Render): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** The renders of the owner, with live progress, failures and downloads. */
export const Renders = ({ client }: { readonly client: Client }) => {
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['renders'],
    queryFn: () => bodyOf(client.api.GET('/v1/renders/search', { params: { query: { limit: 50 } } })),
    refetchInterval: ({ state }) => (state.data?.data.every(isOver) === true ? false : REFRESH),
  });
  const cancel = useMutation({
    mutationFn: (id: string) => client.renders.cancel(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['renders'] }),
  });
  return (
    <>
      <h2>Renders</h2>
      {error && <p role="alert">{error.message}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">Requested</th>
            <th scope="col">State</th>
            <th scope="col">Progress</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {data?.data.map((render) => (
            <tr key={render._id}>
              <td>{new Date(render.createdAt).toLocaleString()}</td>
              <td>{render.status}</td>
              <td>
                <progress
                  max={100}
                  value={render.progress}
                  aria-label={`Progress of the render of ${render.createdAt}`}
                />
              </td>
              <td>
                {render.outputUrl !== undefined && <a href={render.outputUrl}>Download</a>}
                {render.error !== undefined && <span>{render.error}</span>}
                {!isOver(render) && (
                  <button type="button" onClick={() => cancel.mutate(render._id)}>
                    Cancel
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};
