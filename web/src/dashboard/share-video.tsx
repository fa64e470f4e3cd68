import { type FormEvent, useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import type { VideoLinkInput } from '../../../clients/typescript/core/types.js';
import { Button } from '../shared/buttons.js';
import { CopyButton } from '../shared/copy-button.js';
import { OpenDialog } from '../shared/open-dialog.js';
import { useAction } from '../shared/use-action.js';
import { t } from '../words/words.js';
import { dateText } from '../shared/texts.js';

const DAY = 86_400;

const ACCESS = { view: t('View only'), review: t('View, comment and approve'), edit: t('Edit') } as const;
type Access = keyof typeof ACCESS;

const NEVER = 'never';

/** When a link can expire, by the seconds after which it does. */
const EXPIRIES: Readonly<Record<string, string>> = {
  3600: t('after an hour'),
  [DAY]: t('after a day'),
  [7 * DAY]: t('after a week'),
  [30 * DAY]: t('after 30 days'),
  [NEVER]: t('never'),
};

interface ShareVideoProps {
  readonly client: Client;
  readonly videoId: string;
  readonly name: string;
  readonly close: () => void;
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly choose: (value: string) => void;
}

const Choice = ({ name, value, texts, choose }: ChoiceProps) => (
  <label>
    {name}
    <select value={value} onChange={({ target }) => choose(target.value)}>
      {Object.entries(texts).map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

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
        <p>
          {t('Anyone who has the link can use it. It is shown only here. Replacing the editor link ends it.')}
        </p>
        <Choice
          name={t('The link permits')}
          value={access}
          texts={ACCESS}
          choose={(value) => setAccess(value as Access)}
        />
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
        <Choice name={t('It expires')} value={expiry} texts={EXPIRIES} choose={setExpiry} />
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
        </div>
      </form>
    </OpenDialog>
  );
};
