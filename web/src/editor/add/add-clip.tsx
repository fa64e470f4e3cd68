import { Captions, FileVideo2, type LucideIcon, Speech, Square, Type } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '../../../../clients/typescript/core/client.js';
import { withAdded } from '../edits.js';
import type { Shared } from '../shared.js';
import { AddMedia } from './add-media.js';
import { AddSpeech } from './add-speech.js';
import { mediaClip, newClip, type NewKind } from './new-clips.js';
import { t, within } from '../../words/words.js';

const KINDS: ReadonlyArray<readonly [NewKind, string, LucideIcon]> = [
  ['text', t('Text'), Type],
  ['shape', t('Shape'), Square],
  ['caption', t('Captions'), Captions],
  ['speech', t('Speech'), Speech],
];

interface AddClipProps extends Shared {
  readonly client: Client;
  readonly videoId: string;
  readonly isSaved: boolean;
  /** Whether renders may be requested, which transcribe. */
  readonly mayRender: boolean;
}

/** Adds clips at the playhead: texts, shapes, captions and speech at once, media after the service has checked its address. */
export const AddClip = ({ client, videoId, isSaved, mayRender, ...shared }: AddClipProps) => {
  const { document, change, select, places, clock } = shared;
  const [isAdding, setAdding] = useState(false);
  const add = (clip: Parameters<typeof withAdded>[1]): void => {
    change(withAdded(document, clip));
    select(clip.id);
  };
  return (
    <div className="tools tight add" role="group" aria-label={t('Add')}>
      <button type="button" className="quiet" aria-label={t('Add media')} onClick={() => setAdding(true)}>
        <FileVideo2 size={16} aria-hidden="true" /> {t('Media')}
      </button>
      {KINDS.map(([kind, name, Icon]) => (
        <button
          key={kind}
          type="button"
          className="quiet"
          aria-label={t('Add {name}', { name: within(name) })}
          onClick={() => add(newClip(kind, document, clock.now(), places))}
        >
          <Icon size={16} aria-hidden="true" /> {name}
        </button>
      ))}
      {mayRender && <AddSpeech {...shared} {...{ client, videoId, isSaved }} />}
      {isAdding && (
        <AddMedia
          client={client}
          add={(url, media) => add(mediaClip(url, media, document, clock.now(), places))}
          close={() => setAdding(false)}
        />
      )}
    </div>
  );
};
