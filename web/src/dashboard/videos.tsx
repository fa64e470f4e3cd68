import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import { useSettled } from '../shared/use-settled.js';
import { Thumbnail } from '../versions/frame.js';
import { NewVideo } from './new-video.js';
import { Pager } from './pager.js';
import type { SectionProps } from './sections.js';
import { ShareVideo } from './share-video.js';

/** How long the searched name rests before it is searched, ms: every request counts. */
const SEARCH_AFTER = 300;

/** Comparing versions needs the code of the domain, which is loaded when someone looks at a history. */
const History = lazy(async () => ({ default: (await import('./history.js')).History }));

/** The videos of the owner: search, open in the editor, render, read the history. */
export const Videos = ({ client, go }: SectionProps) => {
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
      <h2>Videos</h2>
      <NewVideo client={client} isFirst={searched === '' && data?.pagination.total === 0} />
      <p>
        <label>
          Search by name{' '}
          <input
            type="search"
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              setPage(1);
            }}
          />
        </label>
      </p>
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
      <table>
        <thead>
          <tr>
            <th scope="col">Picture</th>
            <th scope="col">Name</th>
            <th scope="col">Changed</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {data?.data.map(({ _id, metadata, updatedAt }) => (
            <tr key={_id}>
              <td>
                <Thumbnail
                  client={client}
                  videoId={_id}
                  version={{ since: updatedAt }}
                  width={160}
                  duration={metadata.duration}
                  label={`Picture of ${metadata.name}`}
                />
              </td>
              <td>
                <a href={`/editor/${_id}`}>{metadata.name}</a>
              </td>
              <td>{new Date(updatedAt).toLocaleString()}</td>
              <td>
                <div className="buttons">
                  <button type="button" disabled={render.isPending} onClick={() => render.mutate(_id)}>
                    Render
                  </button>
                  <button type="button" onClick={() => open(_id)}>
                    History
                  </button>
                  <button type="button" onClick={() => share(_id)}>
                    Share
                  </button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
