import { type FormEvent, useState } from 'react';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import type { Client } from '../../../clients/typescript/core/client.js';
import type { VideoLinkInput } from '../../../clients/typescript/core/types.js';
import { Button } from './buttons.js';
import { Choice } from './choice.js';
import { CopyButton } from './copy-button.js';
import { OpenDialog } from './open-dialog.js';
import { useAction } from './use-action.js';
import { t } from '../words/words.js';
import { dateText } from './texts.js';

const DAY = 86_400;

type Access = NonNullable<VideoLinkInput['access']>;

const ACCESS: ReadonlyArray<readonly [Access, string]> = [
  ['view', t('View only')],
  ['review', t('View, comment and approve')],
  ['edit', t('Edit')],
];

const NEVER = 'never';

/** The expiries to choose from, by their number of seconds. */
const EXPIRIES = [
  ['3600', t('after an hour')],
  [String(DAY), t('after a day')],
  [String(7 * DAY), t('after a week')],
  [String(30 * DAY), t('after 30 days')],
  [NEVER, t('never')],
] as const;

interface ShareVideoProps {
  readonly client: Client;
  readonly videoId: string;
  readonly name: string;
  readonly close: () => void;
}

type EndLinksProps = Pick<ShareVideoProps, 'client' | 'videoId'> & { readonly ended: () => void };

/** Ends all links that were made for a video. */
const EndLinks = ({ client, videoId, ended }: EndLinksProps) => {
  const ending = useAction(async () => {
    await bodyOf(client.api.POST('/v1/videos/{id}/editor-link', { params: { path: { id: videoId } } }));
    ended();
  });
  const { error, isPending, isSuccess, mutate } = ending;
  return (
    <>
      <Button text={t('End all links')} className="quiet" disabled={isPending} onClick={() => mutate()} />
      {error && <p role="alert">{error.message}</p>}
      {isSuccess && <p role="status">{t('Links that were made before no longer work.')}</p>}
    </>
  );
};

/** A dialog that creates a link to a video. */
export const ShareVideo = ({ client, videoId, name, close }: ShareVideoProps) => {
  const [access, setAccess] = useState<Access>('view');
  const [expiry, setExpiry] = useState(String(7 * DAY));
  const [person, setPerson] = useState('');
  const link = useAction((input: VideoLinkInput) => client.videos.createLink(videoId, input));
  const create = (event: FormEvent): void => {
    event.preventDefault();
    link.mutate({
      access,
      ...(access === 'view' || person.trim() === '' ? {} : { name: person.trim() }),
      ...(expiry === NEVER ? {} : { expiresInSeconds: Number(expiry) }),
    });
  };
  return (
    <OpenDialog name={t('Share {name}', { name })} size="narrow" close={close}>
      <form onSubmit={create}>
        <h2>{t('Share {name}', { name })}</h2>
        <p>{t('Anyone who has the link can use it. It is shown only here.')}</p>
        <Choice label={t('The link permits')} value={access} options={ACCESS} choose={setAccess} />
        {access !== 'view' && (
          <label>
            {t('Whom it is for')}
            <input
              value={person}
              maxLength={100}
              placeholder={t('A name, for their comments and approvals')}
              onChange={({ target }) => setPerson(target.value)}
            />
          </label>
        )}
        <Choice label={t('It expires')} value={expiry} options={EXPIRIES} choose={setExpiry} />
        {link.error && <p role="alert">{link.error.message}</p>}
        {link.data && (
          <label>
            {t('Link')}
            <input readOnly value={link.data.url} onFocus={({ target }) => target.select()} />
          </label>
        )}
        {link.data?.expiresAt !== undefined && (
          <p role="status">{t('It expires {date}.', { date: dateText(link.data.expiresAt) })}</p>
        )}
        <div className="buttons">
          <Button text={t('Create link')} type="submit" className="primary" disabled={link.isPending} />
          {link.data && <CopyButton key={link.data.url} name={t('Copy')} text={() => link.data.url} />}
          <EndLinks {...{ client, videoId }} ended={link.reset} />
        </div>
      </form>
    </OpenDialog>
  );
};
