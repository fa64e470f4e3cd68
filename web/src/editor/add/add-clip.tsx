import { Captions, type LucideIcon, Speech, Square, Type } from 'lucide-react';
import { withAdded } from '../edits.js';
import { useAccess, useShared } from '../shared.js';
import { AddSpeech } from './add-speech.js';
import { newClip, type NewKind } from './new-clips.js';
import { t, within } from '../../words/words.js';

const KINDS: ReadonlyArray<readonly [NewKind, string, LucideIcon]> = [
  ['text', t('Text'), Type],
  ['shape', t('Shape'), Square],
  ['caption', t('Captions'), Captions],
  ['speech', t('Speech'), Speech],
];

/** Adds clips at the playhead. Media are added from their panel. */
export const AddClip = () => {
  const { renderOptions } = useAccess();
  const { document, change, select, places, clock, typeIn } = useShared();
  const add = (kind: NewKind): void => {
    const clip = newClip(kind, clock.now(), places);
    change(withAdded(document, clip));
    select(clip.id);
    if (kind === 'text') typeIn(clip.id);
  };
  return (
    <div className="tools tight add" role="group" aria-label={t('Add')}>
      {KINDS.map(([kind, name, Icon]) => (
        <button
          key={kind}
          type="button"
          className="quiet"
          aria-label={t('Add {name}', { name: within(name) })}
          onClick={() => add(kind)}
        >
          <Icon size={16} aria-hidden="true" /> {name}
        </button>
      ))}
      {/* Renders transcribe. */}
      {renderOptions.includes('server') && <AddSpeech />}
    </div>
  );
};
