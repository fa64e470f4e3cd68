import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf, recordOf } from '../../../clients/typescript/core/connection.js';
import { isOver } from '../../../clients/typescript/core/renders.js';
import type { Render } from '../../../clients/typescript/core/types.js';
import { download } from '../shared/download.js';
import { hereOf, isVideo } from '../shared/outputs.js';
import { paced } from '../shared/rate-limits.js';
import { hasExpired, OutputExpiry } from '../shared/output-expiry.js';
import { RenderFailure } from '../shared/render-failure.js';
import { CheckFile } from './check-file.js';
import { Table } from './table.js';

/** How often renders that are not over are read again, ms. */
const REFRESH = 1500;

interface RowProps {
  readonly client: Client;
  readonly render: Render;
}

const Result = ({ client, render }: RowProps) => {
  const { _id, videoId, videoData, outputUrl, error, createdAt } = render;
  const queries = useQueryClient();
  const [isPlaying, play] = useState(false);
  const cancel = useMutation({
    mutationFn: () => client.renders.cancel(_id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['renders'] }),
  });
  const receipt = useMutation({
    mutationFn: () => recordOf(client.api.GET('/v1/renders/{id}/receipt', { params: { path: { id: _id } } })),
    onSuccess: (signed) =>
      download(
        new Blob([`${JSON.stringify(signed, null, 2)}\n`], { type: 'application/json' }),
        `receipt-${_id}.json`,
      ),
  });
  const problem = cancel.error ?? receipt.error;
  const isGone = hasExpired(render);
  return (
    <>
      <div className="buttons">
        {outputUrl !== undefined && (
          <>
            {isVideo(outputUrl) && !isPlaying && !isGone && (
              <button type="button" onClick={() => play(true)}>
                Play
              </button>
            )}
            {!isGone && (
              <a href={hereOf(outputUrl)} download>
                Download
              </a>
            )}
            <button type="button" disabled={receipt.isPending} onClick={() => receipt.mutate()}>
              Receipt
            </button>
          </>
        )}
        {!isOver(render) && (
          <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel
          </button>
        )}
      </div>
      <OutputExpiry render={render} />
      {error !== undefined && <RenderFailure {...{ client, videoId, error }} clips={videoData.clips} />}
      {problem && <p role="alert">{problem.message}</p>}
      {outputUrl !== undefined && isPlaying && (
        <video
          src={hereOf(outputUrl)}
          controls
          autoPlay
          aria-label={`Output of the render of ${createdAt}`}
        />
      )}
    </>
  );
};

/** The renders of the owner, with live progress, failures, outputs and receipts. */
export const Renders = ({ client }: { readonly client: Client }) => {
  const { data, error } = useQuery({
    queryKey: ['renders'],
    queryFn: () => bodyOf(client.api.GET('/v1/renders/search', { params: { query: { limit: 50 } } })),
    refetchInterval: ({ state }) => (state.data?.data.every(isOver) === true ? false : paced(REFRESH)),
  });
  return (
    <>
      <h2>Renders</h2>
      {error && <p role="alert">{error.message}</p>}
      <Table columns={['Video', 'Requested', 'State', 'Result']}>
        {data?.data.map((render) => (
          <tr key={render._id}>
            <td>
              <a href={`/editor/${render.videoId}`}>{render.videoData.metadata.name}</a>
              <br />
              <small>Version {render.videoVersion}</small>
            </td>
            <td>{new Date(render.createdAt).toLocaleString()}</td>
            <td>
              <span className={`badge ${render.status}`}>{render.status}</span>
              {!isOver(render) && (
                <div className="buttons">
                  <progress
                    max={1}
                    value={render.progress}
                    aria-label={`Progress of the render of ${render.createdAt}`}
                  />
                  <small>{Math.round(render.progress * 100)} %</small>
                </div>
              )}
            </td>
            <td>
              <Result client={client} render={render} />
            </td>
          </tr>
        ))}
      </Table>
      {data?.data.length === 0 && <p className="empty">No renders yet: render one of your videos.</p>}
      <CheckFile client={client} />
    </>
  );
};
