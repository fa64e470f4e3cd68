import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '../../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import { download } from '../../shared/download.js';
import { t } from '../../words/words.js';

interface CaptionFilesProps {
  readonly client: Client;
  readonly videoId: string;
  readonly clipId: string;
  readonly isSaved: boolean;
}

/** Downloads the words of a stored caption clip as subtitles or as plain text. */
export const CaptionFiles = ({ client, videoId, clipId, isSaved }: CaptionFilesProps) => {
  const [problem, setProblem] = useState('');
  const save = async (format: 'srt' | 'vtt' | 'txt'): Promise<void> => {
    try {
      const file = await bodyOf<Blob>(
        client.api.GET('/v1/videos/{id}/captions/{clipId}', {
          params: { path: { id: videoId, clipId }, query: { format } },
          parseAs: 'blob',
        }),
      );
      download(file, `${clipId}.${format}`);
      setProblem('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="buttons caption-files" role="group" aria-label={t('Download the captions')}>
      <Download size={15} aria-hidden="true" />
      {(['srt', 'vtt', 'txt'] as const).map((format) => (
        <button
          key={format}
          type="button"
          aria-label={t('Download {format}', { format: format.toUpperCase() })}
          disabled={!isSaved}
          onClick={() => void save(format)}
        >
          {format.toUpperCase()}
        </button>
      ))}
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
};
