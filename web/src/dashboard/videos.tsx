import { Search, X } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import type { Render, Video } from '../../../clients/typescript/core/types.js';
import { Button, IconButton } from '../shared/buttons.js';
import { loaded } from '../shared/loaded.js';
import { useAction } from '../shared/use-action.js';
import { Folders, type Shelf } from './folders.js';
import { NewVideo } from './new-video.js';
import type { SectionProps } from './sections.js';
import { ShareVideo } from '../shared/share-video.js';
import { useListed } from './use-listed.js';
import { type Moves, useMoves } from './use-moves.js';
import { VideoCard } from './video-card.js';
import { t } from '../words/words.js';

/** Comparing versions needs the code of the domain, so the history is loaded on demand. */
const History = loaded(async () => (await import('./history.js')).History);

interface GalleryProps {
  readonly client: Client;
  /** Undefined while they are loading. */
  readonly videos: ReadonlyArray<Video> | undefined;
  readonly isMissing: boolean;
  readonly open: (id: string) => void;
  readonly share: (id: string) => void;
  readonly render: (id: string) => void;
  readonly move: Moves['move'];
}

const Gallery = ({ client, videos, isMissing, open, share, render, move }: GalleryProps) => (
  <ul className="cards" aria-label={t('Videos')}>
    {videos?.map((video) => (
      <VideoCard
        key={video._id}
        {...{ client, video, move }}
        showHistory={() => open(video._id)}
        share={() => share(video._id)}
        render={() => render(video._id)}
      />
    ))}
    {videos === undefined &&
      !isMissing &&
      [1, 2, 3, 4].map((one) => <li key={one} className="card skeleton" aria-hidden="true" />)}
  </ul>
);

const ListHead = ({ name, search }: { readonly name: string; readonly search: (name: string) => void }) => (
  <div className="list-head">
    <h2>{t('Videos')}</h2>
    <label>
      <Search size={15} aria-hidden="true" />
      <input
        type="search"
        aria-label={t('Search by name')}
        placeholder={t('Search by name')}
        value={name}
        onChange={({ target }) => search(target.value)}
      />
    </label>
  </div>
);

const Queued = ({ render, show }: { readonly render: Render | undefined; readonly show: () => void }) =>
  render && (
    <p role="status">
      {t('The render of {name} is queued.', { name: render.videoData.metadata.name })}{' '}
      <Button text={t('Show renders')} onClick={show} />
    </p>
  );

/** A notice of the last move, until it is undone or closed. */
const Moved = ({ moves: { done, undo, forget } }: { readonly moves: Moves }) => (
  <div role="status" className="toast">
    {done !== undefined && (
      <>
        <span>{done}</span>
        <Button text={t('Undo')} onClick={undo} />
        <IconButton icon={X} name={t('Close')} onClick={forget} />
      </>
    )}
  </div>
);

/** Why the list is empty. Before the first video, it says nothing, because the form for a new video is above. */
const Nothing = ({ searched, shelf }: { readonly searched: string; readonly shelf: Shelf }) => {
  if (searched !== '') return <p role="status">{t('No video has a name with this text.')}</p>;
  if (shelf === 'all') return null;
  return <p role="status">{shelf === 'archive' ? t('The archive is empty.') : t('This folder is empty.')}</p>;
};

interface PagerProps {
  readonly page: number;
  readonly hasNext: boolean | undefined;
  readonly turnTo: (page: number) => void;
}

/** Turns the pages of a list, the newest first, if there are several. */
const Pager = ({ page, hasNext, turnTo }: PagerProps) =>
  page === 1 && hasNext !== true ? null : (
    <p className="tools">
      <Button text={t('Newer')} disabled={page === 1} onClick={() => turnTo(page - 1)} />
      <Button text={t('Older')} disabled={hasNext !== true} onClick={() => turnTo(page + 1)} />
    </p>
  );

/** The videos of the owner, with search, folders, archive, renders and histories. */
export const Videos = ({ client, access, go }: SectionProps) => {
  const [opened, open] = useState<string>();
  const [shared, share] = useState<string>();
  const listed = useListed(client);
  const { data, error, searched, shelf, page } = listed;
  const moves = useMoves(client);
  const render = useAction((videoId: string) => client.renders.create(videoId));
  const history = data?.data.find(({ _id }) => _id === opened);
  const toShare = data?.data.find(({ _id }) => _id === shared);
  const problem = error ?? render.error ?? moves.error;
  if (history)
    return (
      <History
        access={access}
        videoId={history._id}
        name={history.metadata.name}
        duration={history.metadata.duration}
        leave={() => open(undefined)}
      />
    );
  return (
    <>
      <NewVideo access={access} />
      <ListHead name={listed.name} search={listed.search} />
      <Folders client={client} shown={shelf} show={listed.show} />
      {problem && <p role="alert">{problem.message}</p>}
      <Queued render={render.data} show={() => go('Renders')} />
      {listed.isEmpty && <Nothing {...{ searched, shelf }} />}
      <Gallery
        {...{ client, open, share }}
        move={moves.move}
        videos={data?.data}
        isMissing={error !== null}
        render={(id) => render.mutate(id)}
      />
      {toShare && (
        <ShareVideo
          client={client}
          videoId={toShare._id}
          name={toShare.metadata.name}
          close={() => share(undefined)}
        />
      )}
      <Moved moves={moves} />
      <Pager page={page} hasNext={listed.hasNext} turnTo={listed.turnTo} />
    </>
  );
};
