import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import type { VideoInput } from '../../../clients/typescript/core/types.js';

/** A project that needs no files. */
const SAMPLE: VideoInput = {
  metadata: { name: 'My first video', duration: 3000, backgroundColor: '#1b2a4a' },
  clips: [
    {
      type: 'text',
      timeFrame: { start: 0, end: 3000 },
      position: { x: 360, y: 440, z: 1 },
      size: { width: 1200, height: 200 },
      textProperties: {
        content: 'Hello from Framewright',
        fontSize: 90,
        color: '#ffffff',
        textAlign: 'center',
      },
    },
  ],
};

const NewVideo = ({ client }: { readonly client: Client }) => {
  const queries = useQueryClient();
  const [text, setText] = useState(() => JSON.stringify(SAMPLE, null, 2));
  const create = useMutation({
    mutationFn: () => client.videos.create(JSON.parse(text) as VideoInput),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['videos'] }),
  });
  return (
    <details>
      <summary>New video</summary>
      <div className="form">
        <label htmlFor="project">Project as JSON</label>
        <textarea
          id="project"
          rows={16}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="button" disabled={create.isPending} onClick={() => create.mutate()}>
          Create video
        </button>
        {create.error && <pre role="alert">{create.error.message}</pre>}
      </div>
    </details>
  );
};

/** The videos of the owner: search, open in the editor, render. */
export const Videos = ({ client }: { readonly client: Client }) => {
  const [name, setName] = useState('');
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    queryKey: ['videos', name, page],
    queryFn: () =>
      bodyOf(
        client.api.GET('/v1/videos', {
          params: { query: { page, limit: 20, ...(name === '' ? {} : { name }) } },
        }),
      ),
  });
  const render = useMutation({ mutationFn: (videoId: string) => client.renders.create(videoId) });
  return (
    <>
      <h2>Videos</h2>
      <NewVideo client={client} />
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
      {render.data && <p role="status">The render is queued; see Renders.</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Changed</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {data?.data.map(({ _id, metadata, updatedAt }) => (
            <tr key={_id}>
              <td>
                <a href={`/editor/${_id}`}>{metadata.name}</a>
              </td>
              <td>{new Date(updatedAt).toLocaleString()}</td>
              <td>
                <button type="button" onClick={() => render.mutate(_id)}>
                  Render
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="tools">
        <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
          Newer
        </button>
        <button
          type="button"
          disabled={data?.pagination.hasNextPage !== true}
          onClick={() => setPage(page + 1)}
        >
          Older
        </button>
      </p>
    </>
  );
};
