import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client, components } from '../../../clients/typescript/core/client.js';
import { recordOf } from '../../../clients/typescript/core/connection.js';
import { errorOf } from '../../../clients/typescript/core/errors.js';
import { Deliveries } from './deliveries.js';

const PATH = { pause: '/v1/webhooks/{id}/pause', resume: '/v1/webhooks/{id}/resume' } as const;

const REASONS = {
  gone: 'it answered 410 Gone',
  failing: 'all deliveries failed for five days',
} as const;

interface EndpointProps {
  readonly client: Client;
  readonly endpoint: components['schemas']['Webhook'];
}

/** A webhook endpoint, what can be done with it, and its deliveries. */
export const Endpoint = ({ client, endpoint }: EndpointProps) => {
  const { _id: id, url, status, disabledReason } = endpoint;
  const queries = useQueryClient();
  const [isOpen, open] = useState(false);
  const params = { path: { id } };
  const reread = () => queries.invalidateQueries({ queryKey: ['webhooks'] });
  const change = useMutation({
    mutationFn: (to: keyof typeof PATH) => recordOf(client.api.POST(PATH[to], { params })),
    onSuccess: reread,
  });
  const test = useMutation({
    mutationFn: () => recordOf(client.api.POST('/v1/webhooks/{id}/test', { params })),
    onSuccess: () => {
      open(true);
      return queries.invalidateQueries({ queryKey: ['deliveries', id] });
    },
  });
  const rotate = useMutation({
    mutationFn: () => recordOf(client.api.POST('/v1/webhooks/{id}/rotate-secret', { params, body: {} })),
  });
  const [isLeaving, leave] = useState(false);
  const remove = useMutation({
    mutationFn: async () => {
      const { error, response } = await client.api.DELETE('/v1/webhooks/{id}', { params });
      if (!response.ok) throw errorOf(response, error);
    },
    onSuccess: reread,
  });
  const problem = change.error ?? test.error ?? rotate.error ?? remove.error;
  return (
    <li>
      <p>
        {url} <span className="badge">{status}</span>
      </p>
      <div className="buttons">
        <button
          type="button"
          disabled={change.isPending}
          onClick={() => change.mutate(status === 'active' ? 'pause' : 'resume')}
        >
          {status === 'active' ? 'Pause' : 'Resume'}
        </button>
        <button type="button" disabled={test.isPending} onClick={() => test.mutate()}>
          Send a test event
        </button>
        <button type="button" disabled={rotate.isPending} onClick={() => rotate.mutate()}>
          Rotate the secret
        </button>
        <button type="button" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          Deliveries
        </button>
        {isLeaving ? (
          <>
            <button type="button" autoFocus onClick={() => leave(false)}>
              Keep
            </button>
            <button type="button" disabled={remove.isPending} onClick={() => remove.mutate()}>
              Remove for good
            </button>
          </>
        ) : (
          <button type="button" onClick={() => leave(true)}>
            Remove
          </button>
        )}
      </div>
      {disabledReason !== undefined && <p>Disabled, because {REASONS[disabledReason]}.</p>}
      {problem && <p role="alert">{problem.message}</p>}
      {rotate.data && (
        <p role="status">
          New signing secret, shown only once: <code>{rotate.data.signingSecret}</code>
          <br />
          <code>webhook-signature</code> is made with both secrets until{' '}
          {new Date(rotate.data.previousExpireAt).toLocaleString()}. <code>X-Signature</code> switches to the
          new one {new Date(rotate.data.xSignatureSwitchesAt).toLocaleString()}.
        </p>
      )}
      {isOpen && <Deliveries client={client} id={id} isActive={status === 'active'} />}
    </li>
  );
};
