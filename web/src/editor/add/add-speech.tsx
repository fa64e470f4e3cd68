import { AudioLines } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../shared/buttons.js';
import { useAction } from '../../shared/use-action.js';
import { useAccess, useShared } from '../shared.js';
import { transcribed, wantsWords, withHeard } from './speech.js';
import { t } from '../../words/words.js';

/** Adds the spoken words of the video as captions, or fills them into caption clips without words. */
export const AddSpeech = () => {
  const { client, videoId } = useAccess();
  const { isSaved, document, change, selectAll } = useShared();
  /** The current document, so that edits made meanwhile stay. */
  const latest = useRef(document);
  latest.current = document;
  const listening = useAction(async ({ signal }: AbortController) => {
    const heard = await transcribed(client, videoId, document, signal);
    if (heard.length > 0) {
      change(withHeard(latest.current, heard));
      selectAll(heard.map(({ id }) => id));
    }
    if (signal.aborted) return '';
    return heard.length > 0 ? t('The captions are there.') : t('No speech was found.');
  });
  const said = listening.isPending ? t('Listening …') : (listening.error?.message ?? listening.data);
  const isPossible = wantsWords(document);
  return (
    <>
      {listening.isPending ? (
        <Button text={t('Stop listening')} onClick={() => listening.variables.abort()} />
      ) : (
        <button
          type="button"
          className="quiet"
          disabled={!isSaved || !isPossible}
          title={
            isPossible
              ? t('Transcribes what is spoken in the video')
              : t('All captions have words. Remove those that speech should replace.')
          }
          onClick={() => listening.mutate(new AbortController())}
        >
          <AudioLines size={16} aria-hidden="true" /> {t('Auto captions')}
        </button>
      )}
      <span role="status">{said}</span>
    </>
  );
};
