import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '../shared/buttons.js';
import { recordOf } from '../../../clients/typescript/core/connection.js';
import type { AssetAccess } from '../editor/media/upload.js';
import { Threads } from '../review/threads.js';
import { useReview } from '../review/use-review.js';
import { VersionList } from '../versions/version-list.js';
import { t } from '../words/words.js';
import { RecordedEvents } from './recorded-events.js';

interface HistoryProps {
  readonly access: AssetAccess;
  readonly videoId: string;
  readonly name: string;
  /** The approximate duration of the versions, in ms, if it is known. */
  readonly duration: number | 'auto';
  readonly leave: () => void;
}

/** The history of a video: its versions with pictures and decisions, comments, and events. */
export const History = ({ access, videoId, name, duration, leave }: HistoryProps) => {
  const { client } = access;
  const toRead = useMemo(() => ({ ...access, videoId }), [access, videoId]);
  const queries = useQueryClient();
  const restore = async (version: number): Promise<void> => {
    const path = { id: videoId, version: String(version) };
    await recordOf(client.api.POST('/v1/videos/{id}/versions/{version}/restore', { params: { path } }));
    await queries.invalidateQueries({ queryKey: ['versions', videoId] });
  };
  return (
    <>
      <h2>{t('History of {name}', { name })}</h2>
      <Button text={t('Back to the videos')} onClick={leave} />
      <section className="history">
        <VersionList access={toRead} {...{ duration, restore }} />
      </section>
      <section aria-labelledby="comments">
        <h3 id="comments">{t('Comments')}</h3>
        <Threads review={useReview({ client, videoId })} />
      </section>
      <RecordedEvents client={client} videoId={videoId} />
    </>
  );
};
