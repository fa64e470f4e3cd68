import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf, recordOf } from '../../../clients/typescript/core/connection.js';
import { Deliveries } from './deliveries.js';

const PATH = { pause: '/v1/webhooks/{id}/pause', resume: '/v1/webhooks/{id}/resume' } as const;

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
  const test = useMutation({
    mutationFn: (id: string) =>
      recordOf(client.api.POST('/v1/webhooks/{id}/test', { params: { path: { id } } })),
    onSuccess: ({ webhookId }) => {
      show(webhookId);
      return queries.invalidateQueries({ queryKey: ['deliveries', webhookId] });
    },
  });
  const rotate = useMutation({
    mutationFn: (id: string) =>
      recordOf(client.api.POST('/v1/webhooks/{id}/rotate-secret', { params: { path: { id } }, body: {} })),
  });
  const problem = register.error ?? change.error ?? test.error ?? rotate.error ?? error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    register.mutate();
  };
  return (
    <>
      <h2>Webhooks</h2>
      <form onSubmit={submit} className="tools wide">
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
      {register.data && (
        <p role="status">
          Signing secret, shown only once: <code>{register.data.signingSecret}</code>
        </p>
      )}
      {problem && <p role="alert">{problem.message}</p>}
      {data?.data.length === 0 && (
        <p className="empty">No endpoints yet. Register a URL to be notified of your renders.</p>
      )}
      <ul className="endpoints">
        {data?.data.map((endpoint) => (
          <li key={endpoint._id}>
            <p>
              {endpoint.url} <span className="badge">{endpoint.status}</span>
            </p>
            <div className="buttons">
              <button
                type="button"
                onClick={() =>
                  change.mutate({ id: endpoint._id, to: endpoint.status === 'active' ? 'pause' : 'resume' })
                }
              >
                {endpoint.status === 'active' ? 'Pause' : 'Resume'}
              </button>
              <button type="button" onClick={() => test.mutate(endpoint._id)}>
                Send a test event
              </button>
              <button type="button" onClick={() => rotate.mutate(endpoint._id)}>
                Rotate the secret
              </button>
              <button
                type="button"
                aria-expanded={shown === endpoint._id}
                onClick={() => show(shown === endpoint._id ? undefined : endpoint._id)}
              >
                Deliveries
              </button>
            </div>
            {rotate.data && rotate.variables === endpoint._id && (
              <p role="status">
                New signing secret, shown only once: <code>{rotate.data.signingSecret}</code>
              </p>
            )}
            {shown === endpoint._id && <Deliveries client={client} id={endpoint._id} />}
          </li>
        ))}
      </ul>
    </>
  );
};
