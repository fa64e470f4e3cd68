import { AudioLines } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Client } from '../../../../clients/typescript/core/client.js';
import type { Shared } from '../shared.js';
import { transcribed, wantsWords, withHeard } from './speech.js';
import { t } from '../../words/words.js';

type AddSpeechProps = Pick<Shared, 'document' | 'change' | 'selectAll'> & {
  readonly client: Client;
  readonly videoId: string;
  readonly isSaved: boolean;
};

/** Adds the spoken words of the video as captions, or fills them into caption clips without words. */
export const AddSpeech = ({ client, videoId, isSaved, document, change, selectAll }: AddSpeechProps) => {
  const [said, say] = useState('');
  const [listening, listen] = useState<AbortController>();
  /** What has been edited meanwhile stays. */
  const latest = useRef(document);
  useEffect(() => {
    latest.current = document;
  }, [document]);
  const start = async (): Promise<void> => {
    const stopping = new AbortController();
    listen(stopping);
    say(t('Listening …'));
    try {
      const heard = await transcribed(client, videoId, document, stopping.signal);
      if (heard.length > 0) {
        change(withHeard(latest.current, heard));
        selectAll(heard.map(({ id }) => id));
      }
      say(
        stopping.signal.aborted
          ? ''
          : heard.length > 0
            ? t('The captions are there.')
            : t('No speech was found.'),
      );
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
    listen(undefined);
  };
  const isPossible = wantsWords(document);
  return (
    <>
      {listening ? (
        <button type="button" onClick={() => listening.abort()}>
          {t('Stop listening')}
        </button>
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
          onClick={() => void start()}
        >
          <AudioLines size={16} aria-hidden="true" /> {t('Auto captions')}
        </button>
      )}
      <span role="status">{said}</span>
    </>
  );
};
