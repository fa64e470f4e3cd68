import { useMutation } from '@tanstack/react-query';
import type { Client } from '../../../clients/typescript/core/client.js';
import { recordOf } from '../../../clients/typescript/core/connection.js';

interface RenderFailureProps {
  readonly client: Client;
  readonly videoId: string;
  readonly error: string;
}

/** Why a render failed, and on request what a check of the video as it is now advises. */
export const RenderFailure = ({ client, videoId, error }: RenderFailureProps) => {
  const check = useMutation({
    mutationFn: () =>
      recordOf(client.api.POST('/v1/videos/{id}/check', { params: { path: { id: videoId } }, body: {} })),
  });
  return (
    <div className="failure">
      <p>{error}</p>
      <button type="button" disabled={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? 'Checking …' : 'What can I do?'}
      </button>
      {check.error && <p role="alert">{check.error.message}</p>}
      {check.data?.problems.length === 0 && (
        <p role="status">The current version of the video has no problems. Request another render.</p>
      )}
      {check.data !== undefined && check.data.problems.length > 0 && (
        <ul aria-label="Advice">
          {check.data.problems.map(({ path, message, remedy }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code>: {message}. <strong>{remedy}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
