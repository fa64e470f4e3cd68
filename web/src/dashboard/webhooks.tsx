import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../shared/buttons.js';
import { bodyOf, recordOf } from '../../../clients/typescript/core/connection.js';
import { useAction } from '../shared/use-action.js';
import { Endpoint } from './endpoint.js';
import { SecretNotes, useNewSecrets } from './new-secrets.js';
import type { SectionProps } from './sections.js';
import { rich, t } from '../words/words.js';

/** The webhook endpoints of the owner. */
export const Webhooks = ({ client }: SectionProps) => {
  const secrets = useNewSecrets('webhooks');
  const [url, setUrl] = useState('');
  const { data, error } = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => bodyOf(client.api.GET('/v1/webhooks')),
  });
  const register = useAction(
    async (address: string) => {
      const registered = await recordOf(client.api.POST('/v1/webhooks', { body: { url: address } }));
      secrets.add({ of: registered.url, secret: registered.signingSecret });
      setUrl((typed) => (typed === address ? '' : typed));
    },
    ['webhooks'],
  );
  const problem = register.error ?? error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    register.mutate(url);
  };
  return (
    <>
      <h2>{t('Webhooks')}</h2>
      <form onSubmit={submit} className="tools wide">
        <label htmlFor="webhook-url">{t('Address')}</label>
        <input
          id="webhook-url"
          type="url"
          required
          placeholder="https://"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Button text={t('Register')} type="submit" disabled={register.isPending} />
      </form>
      <SecretNotes
        secrets={secrets}
        textOf={(url, secret) => rich('Signing secret of {url}, shown only once: {secret}', { url, secret })}
      />
      {problem && <p role="alert">{problem.message}</p>}
      {data?.data.length === 0 && (
        <p className="empty">{t('No endpoints yet. Register a URL to be notified of your renders.')}</p>
      )}
      <ul className="endpoints">
        {data?.data.map((endpoint) => (
          <Endpoint
            key={endpoint._id}
            client={client}
            endpoint={endpoint}
            keepSecret={(secret) => secrets.add({ of: endpoint.url, secret })}
          />
        ))}
      </ul>
    </>
  );
};
