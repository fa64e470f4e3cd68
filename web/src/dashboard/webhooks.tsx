import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf, recordOf } from '../../../clients/typescript/core/connection.js';

const PATH = { pause: '/v1/webhooks/{id}/pause', resume: '/v1/webhooks/{id}/resume' } as const;

const Deliveries = ({ client, id }: { readonly client: Client; readonly id: string }) => {
  const { data, error } = useQuery({
    queryKey: ['deliveries', id],
    queryFn: () =>
      bodyOf(
        client.api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id }, query: { limit: 20 } } }),
      ),
  });
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <ul>
      {data?.data.map((delivery) => (
        <li key={delivery._id}>
          {delivery.status}, {delivery.attempts.length} attempts
        </li>
      ))}
      {data?.data.length === 0 && <li>No deliveries yet.</li>}
    </ul>
  );
};

/** The webhook endpoints of the owner. */
export const Webhooks = ({ client }: { readonly client: Client }) => {
  const queries = useQueryClient();
  const [url, setUrl] = useState('');
  const [shown, show] = useState<string | undefined>();
  const { data, error } = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => bodyOf(client.api.GET('/v1/webhooks')),
  });
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['webhooks'] });
  const register = useMutation({
    mutationFn: () => recordOf(client.api.POST('/v1/webhooks', { body: { url } })),
    onSuccess,
  });
  const change = useMutation({
    mutationFn: ({ id, to }: { readonly id: string; readonly to: keyof typeof PATH }) =>
      recordOf(client.api.POST(PATH[to], { params: { path: { id } } })),
    onSuccess,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    register.mutate();
  };
  return (
    <>
      <h2>Webhooks</h2>
      <form onSubmit={submit} className="tools">
        <label htmlFor="webhook-url">Address</label>
        <input
          id="webhook-url"
          type="url"
          required
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <button type="submit">Register</button>
      </form>
      {register.error && <p role="alert">{register.error.message}</p>}
      {register.data && (
        <p role="status">
          Signing secret, shown only once: <code>{register.data.signingSecret}</code>
        </p>
      )}
      {error && <p role="alert">{error.message}</p>}
      <ul className="versions">
        {data?.data.map((endpoint) => (
          <li key={endpoint._id}>
            <span>
              {endpoint.url} ({endpoint.status})
              {shown === endpoint._id && <Deliveries client={client} id={endpoint._id} />}
            </span>
            <span className="tools">
              <button
                type="button"
                onClick={() =>
                  change.mutate({ id: endpoint._id, to: endpoint.status === 'active' ? 'pause' : 'resume' })
                }
              >
                {endpoint.status === 'active' ? 'Pause' : 'Resume'}
              </button>
              <button
                type="button"
                aria-expanded={shown === endpoint._id}
                onClick={() => show(shown === endpoint._id ? undefined : endpoint._id)}
              >
                Deliveries
              </button>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
};
