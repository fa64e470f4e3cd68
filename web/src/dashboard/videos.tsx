import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import { useSettled } from '../shared/use-settled.js';
import { NewVideo } from './new-video.js';
import { Pager } from './pager.js';
import type { SectionProps } from './sections.js';
import { ShareVideo } from './share-video.js';
import { VideoCard } from './video-card.js';

/** How long the searched name rests before it is searched, ms: every request counts. */
const SEARCH_AFTER = 300;

/** Comparing versions needs the code of the domain, which is loaded when someone looks at a history. */
const History = lazy(async () => ({ default: (await import('./history.js')).History }));

/** The videos of the owner: search, open in the editor, render, read the history. */
export const Videos = ({ client, access, go }: SectionProps) => {
  const [name, setName] = useState('');
  const [page, setPage] = useState(1);
  const [opened, open] = useState<string>();
  const [shared, share] = useState<string>();
  const searched = useSettled(name, SEARCH_AFTER);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['videos', searched, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      bodyOf(
        client.api.GET('/v1/videos', {
          params: { query: { page, limit: 20, ...(searched === '' ? {} : { name: searched }) } },
        }),
      ),
  });
  const render = useMutation({ mutationFn: (videoId: string) => client.renders.create(videoId) });
  const history = data?.data.find(({ _id }) => _id === opened);
  const toShare = data?.data.find(({ _id }) => _id === shared);
  if (history)
    return (
      <Suspense>
        <History
          client={client}
          videoId={history._id}
          name={history.metadata.name}
          duration={history.metadata.duration}
          leave={() => open(undefined)}
        />
      </Suspense>
    );
  return (
    <>
      <NewVideo {...{ client, access }} isFirst={searched === '' && data?.pagination.total === 0} />
      <div className="list-head">
        <h2>Videos</h2>
        <label>
          <Search size={15} aria-hidden="true" />
          <input
            type="search"
            aria-label="Search by name"
            placeholder="Search by name"
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              setPage(1);
            }}
          />
        </label>
      </div>
      {error && <p role="alert">{error.message}</p>}
      {render.error && <p role="alert">{render.error.message}</p>}
      {render.data && (
        <p role="status">
          The render of {render.data.videoData.metadata.name} is queued.{' '}
          <button type="button" onClick={() => go('Renders')}>
            Show renders
          </button>
        </p>
      )}
      {searched !== '' && !isPlaceholderData && data?.data.length === 0 && (
        <p role="status">No video has a name with this text.</p>
      )}
      <ul className="cards" aria-label="Videos">
        {data
          ? data.data.map((video) => (
              <VideoCard
                key={video._id}
                {...{ client, video }}
                showHistory={() => open(video._id)}
                share={() => share(video._id)}
                render={() => render.mutate(video._id)}
              />
            ))
          : !error &&
            [1, 2, 3, 4].map((one) => <li key={one} className="card skeleton" aria-hidden="true" />)}
      </ul>
      {toShare && (
        <ShareVideo
          client={client}
          videoId={toShare._id}
          name={toShare.metadata.name}
          close={() => share(undefined)}
        />
      )}
      <Pager page={page} hasNext={!isPlaceholderData && data?.pagination.hasNextPage} turnTo={setPage} />
    </>
  );
};
