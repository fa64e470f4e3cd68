import { useQuery } from '@tanstack/react-query';
import { Archive, Folder } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import { recordOf } from '../../../clients/typescript/core/connection.js';
import type { Video } from '../../../clients/typescript/core/types.js';
import { Button } from '../shared/buttons.js';
import { OpenDialog } from '../shared/open-dialog.js';
import { t } from '../words/words.js';
import type { Moves } from './use-moves.js';

/** The videos that are listed: all that are not archived, only those in a folder, or the archived ones. */
export type Shelf = 'all' | 'archive' | { readonly folder: string };

const useFolders = (client: Client) =>
  useQuery({ queryKey: ['folders'], queryFn: () => recordOf(client.api.GET('/v1/folders')) });

interface FoldersProps {
  readonly client: Client;
  readonly shown: Shelf;
  readonly show: (shelf: Shelf) => void;
}

/** Chooses the shelf to list. */
export const Folders = ({ client, shown, show }: FoldersProps) => {
  const { data: folders = [] } = useFolders(client);
  const chosen = typeof shown === 'object' ? shown.folder : undefined;
  return (
    <div className="folders" role="group" aria-label={t('Folders')}>
      <Button text={t('All videos')} aria-pressed={shown === 'all'} onClick={() => show('all')} />
      {folders.map(({ name, videos }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => show({ folder: name })}
        >
          <Folder size={15} aria-hidden="true" />
          {name} <small>{videos}</small>
        </button>
      ))}
      <button type="button" aria-pressed={shown === 'archive'} onClick={() => show('archive')}>
        <Archive size={15} aria-hidden="true" />
        {t('Archive')}
      </button>
    </div>
  );
};

interface MoveToFolderProps {
  readonly client: Client;
  readonly video: Video;
  readonly move: Moves['move'];
  readonly close: () => void;
}

/** A dialog that moves a video to an existing folder or to a new one. */
export const MoveToFolder = ({ client, video, move, close }: MoveToFolderProps) => {
  const { data: folders = [] } = useFolders(client);
  const [folder, setFolder] = useState(video.folder ?? '');
  const title = t('Move {name} to a folder', { name: video.metadata.name });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const name = folder.trim();
    move(video, { folder: name === '' ? null : name });
    close();
  };
  return (
    <OpenDialog name={title} size="narrow" close={close}>
      <form onSubmit={submit}>
        <h2>{title}</h2>
        <label>
          {t('Folder')}
          <input
            list="folders"
            maxLength={100}
            value={folder}
            placeholder={t('A new name makes a new folder')}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setFolder(target.value)}
          />
        </label>
        <datalist id="folders">
          {folders.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="buttons">
          <button type="submit" className="primary">
            {folder.trim() === '' ? t('Move out of folders') : t('Move')}
          </button>
        </div>
      </form>
    </OpenDialog>
  );
};
