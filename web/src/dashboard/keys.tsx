import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Client, components } from '../../../clients/typescript/core/client.js';
import { ofId, recordOf, withoutBody } from '../../../clients/typescript/core/connection.js';
import { Button } from '../shared/buttons.js';
import { dateText, numberText } from '../shared/texts.js';
import { useAction } from '../shared/use-action.js';
import { rich, t } from '../words/words.js';
import { SecretNotes, useNewSecrets } from './new-secrets.js';
import { RemoveButton } from './remove-button.js';
import type { SectionProps } from './sections.js';
import { Table } from './table.js';
import { windowName } from './usage.js';

type ApiKey = components['schemas']['ApiKey'];
type Scope = ApiKey['scopes'][number];

const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  read: t('Read'),
  edit: t('Edit'),
  render: t('Render'),
  webhooks: t('Webhooks'),
  keys: t('Manage keys'),
};

const KEYS = ['api-keys'];

const limitsText = (limits: ApiKey['limits']): string =>
  Object.entries(limits)
    .map(([window, limit]) =>
      t('{limit} per {window}', { limit: numberText(limit), window: windowName(window) }),
    )
    .join(', ') || t('none');

interface LimitsProps {
  readonly own: ApiKey['limits'];
  readonly limits: ApiKey['limits'];
  readonly change: (limits: ApiKey['limits']) => void;
}

/** The limits of a new key: at most those of the one that issues it. */
const LimitFields = ({ own, limits, change }: LimitsProps) =>
  (['minute', 'hour', 'day'] as const).map((window) => (
    <label key={window}>
      {t('Requests per {window}', { window: windowName(window) })}{' '}
      <input
        type="number"
        min={1}
        max={own[window]}
        placeholder={own[window] === undefined ? undefined : numberText(own[window])}
        value={limits[window] ?? ''}
        onChange={({ target }) => {
          const { [window]: _before, ...others } = limits;
          change(target.value === '' ? others : { ...others, [window]: target.valueAsNumber });
        }}
      />
    </label>
  ));

/** Asks for the name, the scopes and the limits of a new key, and issues it. */
const NewKey = ({ client, own }: { readonly client: Client; readonly own: ApiKey }) => {
  const secrets = useNewSecrets('keys');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ReadonlyArray<Scope>>(['read']);
  const [limits, setLimits] = useState<ApiKey['limits']>({});
  const issue = useAction(async () => {
    const body = { name, scopes: [...scopes], limits };
    const { key } = await recordOf(client.api.POST('/v1/api-keys', { body }));
    secrets.add({ of: name, secret: key });
    setName('');
  }, KEYS);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    issue.mutate();
  };
  return (
    <>
      <form onSubmit={submit} className="tools wide">
        <label htmlFor="key-name">{t('Name')}</label>
        <input
          id="key-name"
          required
          maxLength={100}
          placeholder={t('What it is for')}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {own.scopes
          .filter((scope) => scope !== 'keys')
          .map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ target }) =>
                  setScopes((before) =>
                    target.checked ? [...before, scope] : before.filter((one) => one !== scope),
                  )
                }
              />{' '}
              {SCOPE_NAMES[scope]}
            </label>
          ))}
        <LimitFields own={own.limits} limits={limits} change={setLimits} />
        <Button text={t('Issue key')} type="submit" disabled={issue.isPending || scopes.length === 0} />
      </form>
      <p>
        <small>
          {t('What a new key sends also counts against the limits of this one, and it is revoked with it.')}
        </small>
      </p>
      {issue.error && <p role="alert">{issue.error.message}</p>}
      <SecretNotes
        secrets={secrets}
        textOf={(of, secret) => rich('API key “{of}”, shown only once: {secret}', { of, secret })}
      />
    </>
  );
};

interface KeyRowProps {
  readonly client: Client;
  readonly apiKey: ApiKey;
  readonly mayRevoke: boolean;
}

const KeyRow = ({ client, apiKey, mayRevoke }: KeyRowProps) => {
  const { _id: id, name, scopes, limits, createdAt, current, issuedBy } = apiKey;
  const revoke = useAction(() => withoutBody(client.api.DELETE('/v1/api-keys/{id}', ofId(id))), KEYS);
  return (
    <tr>
      <th scope="row">
        {name ?? t('From the operator')} {current && <small>{t('(this one)')}</small>}
      </th>
      <td>{scopes.map((scope) => SCOPE_NAMES[scope]).join(', ')}</td>
      <td>{limitsText(limits)}</td>
      <td>{dateText(createdAt)}</td>
      <td>
        {mayRevoke && issuedBy !== undefined && <RemoveButton name={t('Revoke')} remove={revoke} />}
        {revoke.error && <p role="alert">{revoke.error.message}</p>}
      </td>
    </tr>
  );
};

/** The API keys of the owner. */
export const Keys = ({ client }: SectionProps) => {
  const { data, error } = useQuery({
    queryKey: KEYS,
    queryFn: () => recordOf(client.api.GET('/v1/api-keys')),
  });
  const own = data?.find(({ current }) => current);
  const mayManage = own?.scopes.includes('keys') === true;
  return (
    <>
      <h2>{t('API keys')}</h2>
      {error && <p role="alert">{error.message}</p>}
      {own && mayManage && <NewKey client={client} own={own} />}
      {own && !mayManage && <p>{t('This API key cannot issue others. The operator of the service can.')}</p>}
      {data && (
        <Table columns={[t('Key'), t('Scopes'), t('Limits'), t('Issued'), t('Change')]}>
          {data.map((key) => (
            <KeyRow key={key._id} client={client} apiKey={key} mayRevoke={mayManage} />
          ))}
        </Table>
      )}
    </>
  );
};
