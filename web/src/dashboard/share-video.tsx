import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import type { VideoLinkInput } from '../../../clients/typescript/core/types.js';
import { CopyButton } from '../shared/copy-button.js';
import { OpenDialog } from '../shared/open-dialog.js';
import { t } from '../words/words.js';
import { dateText } from '../shared/texts.js';

const DAY = 86_400;

const ACCESS = { view: t('View only'), review: t('View, comment and approve'), edit: t('Edit') } as const;
type Access = keyof typeof ACCESS;

/** When a link can expire, after seconds. */
const EXPIRIES: ReadonlyArray<readonly [name: string, seconds: number | undefined]> = [
  [t('after an hour'), 3600],
  [t('after a day'), DAY],
  [t('after a week'), 7 * DAY],
  [t('after 30 days'), 30 * DAY],
  [t('never'), undefined],
];

interface ShareVideoProps {
  readonly client: Client;
  readonly videoId: string;
  readonly name: string;
  readonly close: () => void;
}

/** A dialog that creates a link to a video. */
export const ShareVideo = ({ client, videoId, name, close }: ShareVideoProps) => {
  const [access, setAccess] = useState<Access>('view');
  const [expiry, setExpiry] = useState(2);
  const [person, setPerson] = useState('');
  const link = useMutation({
    mutationFn: (input: VideoLinkInput) => client.videos.createLink(videoId, input),
  });
  const create = (event: FormEvent): void => {
    event.preventDefault();
    const expiresInSeconds = EXPIRIES[expiry]?.[1];
    link.mutate({
      access,
      ...(access === 'view' || person.trim() === '' ? {} : { name: person.trim() }),
      ...(expiresInSeconds === undefined ? {} : { expiresInSeconds }),
    });
  };
  return (
    <OpenDialog name={t('Share {name}', { name })} size="narrow" close={close}>
      <form onSubmit={create}>
        <h2>{t('Share {name}', { name })}</h2>
        <p>
          {t('Anyone who has the link can use it. It is shown only here. Replacing the editor link ends it.')}
        </p>
        <label>
          {t('The link permits')}
          <select value={access} onChange={({ target }) => setAccess(target.value as Access)}>
            {Object.entries(ACCESS).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
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
        <label>
          {t('It expires')}
          <select value={expiry} onChange={({ target }) => setExpiry(Number(target.value))}>
            {EXPIRIES.map(([text], index) => (
              <option key={text} value={index}>
                {text}
              </option>
            ))}
          </select>
        </label>
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
          <button type="submit" className="primary" disabled={link.isPending}>
            {t('Create link')}
          </button>
          {link.data && <CopyButton key={link.data.url} name={t('Copy')} text={() => link.data.url} />}
        </div>
      </form>
    </OpenDialog>
  );
};
