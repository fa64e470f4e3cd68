import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { bodyOf, recordOf } from '../../../clients/typescript/core/connection.js';
import { Endpoint } from './endpoint.js';
import type { SectionProps } from './sections.js';
import { rich, t } from '../words/words.js';

interface NewSecret {
  readonly url: string;
  readonly secret: string;
}

const NEW_SECRETS = ['new-secrets'];

/** Signing secrets that are shown only once. They stay while other sections are shown, until they are dismissed. */
const useNewSecrets = () => {
  const queries = useQueryClient();
  const { data: shown } = useQuery({
    queryKey: NEW_SECRETS,
    queryFn: (): ReadonlyArray<NewSecret> => [],
    initialData: [],
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const change = (to: (before: ReadonlyArray<NewSecret>) => ReadonlyArray<NewSecret>): void =>
    void queries.setQueryData<ReadonlyArray<NewSecret>>(NEW_SECRETS, (before = []) => to(before));
  return {
    shown,
    add: (secret: NewSecret) => change((before) => [...before, secret]),
    dismiss: (secret: string) => change((before) => before.filter((one) => one.secret !== secret)),
  };
};

const SecretNote = ({ url, secret, dismiss }: NewSecret & { readonly dismiss: () => void }) => (
  <p role="status">
    {rich('Signing secret of {url}, shown only once: {secret}', { url, secret: <code>{secret}</code> })}{' '}
    <button type="button" onClick={dismiss}>
      {t('Dismiss')}
    </button>
  </p>
);

/** The webhook endpoints of the owner. */
export const Webhooks = ({ client }: SectionProps) => {
  const queries = useQueryClient();
  const secrets = useNewSecrets();
  const [url, setUrl] = useState('');
  const { data, error } = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => bodyOf(client.api.GET('/v1/webhooks')),
  });
  const register = useMutation({
    mutationFn: (address: string) => recordOf(client.api.POST('/v1/webhooks', { body: { url: address } })),
    onSuccess: (registered, address) => {
      secrets.add({ url: registered.url, secret: registered.signingSecret });
      setUrl((typed) => (typed === address ? '' : typed));
      return queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
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
        <button type="submit" disabled={register.isPending}>
          {t('Register')}
        </button>
      </form>
      {secrets.shown.map((one) => (
        <SecretNote key={one.secret} {...one} dismiss={() => secrets.dismiss(one.secret)} />
      ))}
      {problem && <p role="alert">{problem.message}</p>}
      {data?.data.length === 0 && (
        <p className="empty">{t('No endpoints yet. Register a URL to be notified of your renders.')}</p>
      )}
      <ul className="endpoints">
        {data?.data.map((endpoint) => (
          <Endpoint key={endpoint._id} client={client} endpoint={endpoint} />
        ))}
      </ul>
    </>
  );
};
