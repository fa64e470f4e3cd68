import { AudioLines } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../shared/buttons.js';
import { useAction } from '../../shared/use-action.js';
import { useAccess, useShared } from '../shared.js';
import { wordsOf } from '../caption-words.js';
import { transcribed, wantsWords, withHeard } from './speech.js';
import { t } from '../../words/words.js';

/** Adds the spoken words of the video as captions, or fills them into caption clips without words. */
export const AddSpeech = () => {
  const { client, videoId } = useAccess();
  const shared = useShared();
  const { isSaved, document } = shared;
  /** As it is when it has listened, so that edits made meanwhile stay. */
  const latest = useRef(shared);
  latest.current = shared;
  const listening = useAction(async ({ signal }: AbortController) => {
    const heard = await transcribed(client, videoId, document, signal);
    const [first] = heard;
    const { change, selectAll, seek, places, tell } = latest.current;
    if (first) {
      change(withHeard(latest.current.document, heard));
      selectAll(heard.map(({ id }) => id));
      // To the middle of the first word: before it, nothing is seen.
      const from = places.clips.find(({ id }) => id === first.id)?.start ?? 0;
      const { start = 0, end = 0 } = wordsOf(first)[0] ?? {};
      seek(from + (start + end) / 2);
    }
    if (!signal.aborted) tell(first ? t('The captions are there.') : t('No speech was found.'));
  });
  const isPossible = wantsWords(document);
  return (
    <>
      {listening.isPending ? (
        <Button text={t('Stop listening')} onClick={() => listening.variables.abort()} />
      ) : (
        <Button
          icon={AudioLines}
          text={t('Auto captions')}
          className="quiet"
          disabled={!isSaved || !isPossible}
          title={
            isPossible
              ? t('Transcribes what is spoken in the video')
              : t('All captions have words. Remove those that speech should replace.')
          }
          onClick={() => listening.mutate(new AbortController())}
        />
      )}
      <span role="status">{listening.isPending ? t('Listening …') : listening.error?.message}</span>
    </>
  );
};
