import { useState } from 'react';
import type { Client, components } from '../../../clients/typescript/core/client.js';
import { recordOf, withoutBody } from '../../../clients/typescript/core/connection.js';
import { Deliveries } from './deliveries.js';
import { RemoveButton } from './remove-button.js';
import { useAction } from '../shared/use-action.js';
import { rich, t } from '../words/words.js';
import { Button } from '../shared/buttons.js';
import { dateText } from '../shared/texts.js';

const PATH = { pause: '/v1/webhooks/{id}/pause', resume: '/v1/webhooks/{id}/resume' } as const;

const REASONS = {
  gone: t('Disabled, because it answered 410 Gone.'),
  failing: t('Disabled, because all deliveries failed for five days.'),
} as const;

const STATES = { active: t('active'), paused: t('paused'), disabled: t('disabled') };

interface EndpointProps {
  readonly client: Client;
  readonly endpoint: components['schemas']['Webhook'];
  /** Keeps a new signing secret in the page. */
  readonly keepSecret: (secret: string) => void;
}

/** The actions on an endpoint. */
const useActions = ({ client, endpoint: { _id: id }, keepSecret }: EndpointProps, tested: () => void) => {
  const params = { path: { id } };
  const change = useAction(
    (to: keyof typeof PATH) => recordOf(client.api.POST(PATH[to], { params })),
    ['webhooks'],
  );
  const test = useAction(
    () => recordOf(client.api.POST('/v1/webhooks/{id}/test', { params })).then(tested),
    ['deliveries', id],
  );
  const rotate = useAction(async () => {
    const rotated = await recordOf(client.api.POST('/v1/webhooks/{id}/rotate-secret', { params, body: {} }));
    keepSecret(rotated.signingSecret);
    return rotated;
  });
  const remove = useAction(
    () => withoutBody(client.api.DELETE('/v1/webhooks/{id}', { params })),
    ['webhooks'],
  );
  return { change, test, rotate, remove };
};

/** Until when the secret before a new one counts. */
const RotationDates = ({ secret }: { readonly secret: components['schemas']['RotatedSecret'] }) => (
  <p role="status">
    {rich('{header} is made with both secrets until {date}.', {
      header: <code>webhook-signature</code>,
      date: dateText(secret.previousExpireAt),
    })}{' '}
    {rich('{header} switches to the new one {date}.', {
      header: <code>X-Signature</code>,
      date: dateText(secret.xSignatureSwitchesAt),
    })}
  </p>
);

/** A webhook endpoint with its actions and deliveries. */
export const Endpoint = (props: EndpointProps) => {
  const { client, endpoint } = props;
  const { _id: id, url, status, disabledReason } = endpoint;
  const [isOpen, open] = useState(false);
  const { change, test, rotate, remove } = useActions(props, () => open(true));
  const problem = change.error ?? test.error ?? rotate.error ?? remove.error;
  const isActive = status === 'active';
  return (
    <li>
      <p>
        {url} <span className={`badge ${status}`}>{STATES[status]}</span>
      </p>
      <div className="buttons">
        <Button
          text={isActive ? t('Pause') : t('Resume')}
          disabled={change.isPending}
          onClick={() => change.mutate(isActive ? 'pause' : 'resume')}
        />
        <Button text={t('Send a test event')} disabled={test.isPending} onClick={() => test.mutate()} />
        <Button text={t('Rotate the secret')} disabled={rotate.isPending} onClick={() => rotate.mutate()} />
        <Button text={t('Deliveries')} aria-expanded={isOpen} onClick={() => open(!isOpen)} />
        <RemoveButton name={t('Remove')} remove={remove} />
      </div>
      {disabledReason !== undefined && <p>{REASONS[disabledReason]}</p>}
      {problem && <p role="alert">{problem.message}</p>}
      {rotate.data && <RotationDates secret={rotate.data} />}
      {isOpen && <Deliveries client={client} id={id} isActive={isActive} />}
    </li>
  );
};
