import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf, recordOf } from '../../../clients/typescript/core/connection.js';
import { type Document, documentOf } from './document.js';

interface VersionsProps {
  readonly client: Client;
  readonly videoId: string;
  /** Names the newest version: the list is read again when it changes. */
  readonly etag: string;
  readonly load: (document: Document) => void;
}

/** The versions of the video. Each can be taken back into the editor; undoing leads back. */
export const Versions = ({ client, videoId, etag, load }: VersionsProps) => {
  const [problem, setProblem] = useState('');
  const { data, error } = useQuery({
    queryKey: ['versions', videoId, etag],
    queryFn: () =>
      bodyOf(
        client.api.GET('/v1/videos/{id}/versions', {
          params: { path: { id: videoId }, query: { limit: 100 } },
        }),
      ),
  });
  const restore = async (version: number): Promise<void> => {
    try {
      const path = { id: videoId, version: String(version) };
      const video = await recordOf(
        client.api.GET('/v1/videos/{id}/versions/{version}', { params: { path } }),
      );
      load(documentOf(video));
      setProblem('');
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : String(failure));
    }
  };
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <>
      <h2>Versions</h2>
      {problem && <p role="alert">{problem}</p>}
      <ol className="versions">
        {data?.data.map(({ version, createdAt }) => (
          <li key={version}>
            <span>
              Version {version}
              <time dateTime={createdAt}>{new Date(createdAt).toLocaleString()}</time>
            </span>
            <button type="button" onClick={() => void restore(version)}>
              Restore
            </button>
          </li>
        ))}
      </ol>
    </>
  );
};
