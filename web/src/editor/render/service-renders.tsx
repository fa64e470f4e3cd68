import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import { isOver } from '../../../../clients/typescript/core/renders.js';
import type { Render } from '../../../../clients/typescript/core/types.js';
import { hereOf, isVideo } from '../../shared/outputs.js';
import { paced } from '../../shared/rate-limits.js';
import { hasExpired, OutputExpiry } from '../../shared/output-expiry.js';
import { RenderFailure } from '../../shared/render-failure.js';

/** How often renders that are not over are read again, ms. */
const REFRESH = 1000;
/** How many past renders are listed. */
const LISTED = 20;

interface RenderItemProps {
  readonly client: Client;
  readonly render: Render;
  readonly cancel: (id: string) => void;
}

const RenderItem = ({ client, render, cancel }: RenderItemProps) => {
  const { _id, videoId, videoData, status, progress, outputUrl, error, createdAt, videoVersion } = render;
  const [isPlaying, play] = useState(false);
  return (
    <li>
      <div className="render-head">
        <strong>Version {videoVersion}</strong>
        <time dateTime={createdAt}>{new Date(createdAt).toLocaleString()}</time>
        <span className={`badge ${status}`}>{status}</span>
      </div>
      {!isOver(render) && (
        <div className="buttons">
          <progress value={progress} aria-label={`Progress of the render of version ${videoVersion}`} />
          <output>{Math.round(progress * 100)} %</output>
          <button type="button" onClick={() => cancel(_id)}>
            Cancel
          </button>
        </div>
      )}
      {error !== undefined && <RenderFailure {...{ client, videoId, error }} clips={videoData.clips} />}
      <OutputExpiry render={render} />
      {outputUrl !== undefined && !hasExpired(render) && (
        <div className="buttons">
          {isVideo(outputUrl) && !isPlaying && (
            <button type="button" onClick={() => play(true)}>
              Play
            </button>
          )}
          <a href={hereOf(outputUrl)} download>
            Download
          </a>
        </div>
      )}
      {outputUrl !== undefined && isPlaying && (
        <video src={hereOf(outputUrl)} controls autoPlay aria-label={`Render of version ${videoVersion}`} />
      )}
    </li>
  );
};

interface ServiceRendersProps {
  readonly client: Client;
  readonly videoId: string;
  readonly isSaved: boolean;
}

/** Requests renders of the stored video, and shows their progress and their outputs. */
export const ServiceRenders = ({ client, videoId, isSaved }: ServiceRendersProps) => {
  const queries = useQueryClient();
  const key = ['renders', videoId];
  const reread = () => queries.invalidateQueries({ queryKey: key });
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => bodyOf(client.api.GET('/v1/renders', { params: { query: { videoId, limit: LISTED } } })),
    refetchInterval: ({ state }) => (state.data?.data.every(isOver) === false ? paced(REFRESH) : false),
  });
  const request = useMutation({ mutationFn: () => client.renders.create(videoId), onSuccess: reread });
  const cancel = useMutation({ mutationFn: (id: string) => client.renders.cancel(id), onSettled: reread });
  const problem = request.error ?? cancel.error ?? error;
  return (
    <section className="option" aria-labelledby="service-option">
      <h2 id="service-option">Render by the service</h2>
      <div className="buttons">
        <button
          type="button"
          className="primary"
          disabled={!isSaved || request.isPending}
          onClick={() => request.mutate()}
        >
          Request a render
        </button>
        {!isSaved && <span>Available when all changes are saved.</span>}
      </div>
      {problem && <p role="alert">{problem.message}</p>}
      {data?.data.length === 0 && <p>No renders yet.</p>}
      <ol className="renders" aria-label="Renders">
        {data?.data.map((render) => (
          <RenderItem key={render._id} client={client} render={render} cancel={cancel.mutate} />
        ))}
      </ol>
    </section>
  );
};
