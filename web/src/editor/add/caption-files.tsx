import { Download } from 'lucide-react';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import { Button } from '../../shared/buttons.js';
import { download } from '../../shared/download.js';
import { useAction } from '../../shared/use-action.js';
import { t } from '../../words/words.js';
import { useAccess, useShared } from '../shared.js';
import { nameOf } from '../variables/shown-document.js';

/** Downloads the words of a stored caption clip as subtitles or as plain text. */
export const CaptionFiles = ({ clipId }: { readonly clipId: string }) => {
  const { client, videoId } = useAccess();
  const { isSaved, document } = useShared();
  const save = useAction(async (format: 'srt' | 'vtt' | 'txt') => {
    const file = bodyOf<Blob>(
      client.api.GET('/v1/videos/{id}/captions/{clipId}', {
        params: { path: { id: videoId, clipId }, query: { format } },
        parseAs: 'blob',
      }),
    );
    download(await file, `${nameOf(document)}.${format}`);
  });
  return (
    <div className="buttons caption-files" role="group" aria-label={t('Download the captions')}>
      <Download size={15} aria-hidden="true" />
      {(['srt', 'vtt', 'txt'] as const).map((format) => (
        <Button
          key={format}
          text={format.toUpperCase()}
          aria-label={t('Download {format}', { format: format.toUpperCase() })}
          disabled={!isSaved}
          onClick={() => save.mutate(format)}
        />
      ))}
      {save.error && <p role="alert">{save.error.message}</p>}
    </div>
  );
};
