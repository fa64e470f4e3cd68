import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import type { Sample, VideoInput } from '../../../clients/typescript/core/types.js';

const jsonOf = (video: VideoInput): string => JSON.stringify(video, null, 2);

/** @throws Error in words for everyone */
const parsed = (project: string): VideoInput => {
  try {
    return JSON.parse(project) as VideoInput;
  } catch (error) {
    throw new Error(`This is not valid JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};

interface SamplesProps {
  readonly samples: ReadonlyArray<Sample>;
  readonly choose: (sample: Sample) => void;
  readonly isDisabled: boolean;
}

const Samples = ({ samples, choose, isDisabled }: SamplesProps) => (
  <ul className="samples" aria-label="Samples">
    {samples.map((sample) => (
      <li key={sample._id}>
        <button type="button" disabled={isDisabled} title={sample.description} onClick={() => choose(sample)}>
          <img src={sample.picture} alt="" loading="lazy" />
          {sample.name}
        </button>
      </li>
    ))}
  </ul>
);

interface NewVideoProps {
  readonly client: Client;
  /** Whether there are no videos yet: the samples are shown at once. */
  readonly isFirst: boolean;
}

/** Creates a video from a sample, or from a project as JSON. */
export const NewVideo = ({ client, isFirst }: NewVideoProps) => {
  const queries = useQueryClient();
  const [text, setText] = useState<string>();
  const { data: samples = [], error } = useQuery({
    queryKey: ['samples'],
    queryFn: () => client.samples(),
    staleTime: Infinity,
  });
  const create = useMutation({
    mutationFn: async (project: string) => client.videos.create(parsed(project)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['videos'] }),
  });
  const [first] = samples;
  const shown = text ?? (first === undefined ? '' : jsonOf(first.video));
  return (
    <>
      <details open={isFirst}>
        <summary>New video</summary>
        <div className="form">
          <h3>From a sample</h3>
          {error && <p role="alert">{error.message}</p>}
          <Samples
            samples={samples}
            isDisabled={create.isPending}
            choose={({ video }) => {
              setText(jsonOf(video));
              create.mutate(jsonOf(video));
            }}
          />
          <h3>From JSON</h3>
          <label htmlFor="project">Project as JSON</label>
          <textarea
            id="project"
            rows={16}
            spellCheck={false}
            value={shown}
            onChange={({ target }) => setText(target.value)}
          />
          <button type="button" disabled={create.isPending} onClick={() => create.mutate(shown)}>
            Create video
          </button>
          {create.error && <pre role="alert">{create.error.message}</pre>}
        </div>
      </details>
      {create.data && (
        <p role="status">
          Created <a href={`/editor/${create.data._id}`}>{create.data.metadata.name}</a>.
        </p>
      )}
    </>
  );
};
