import { Import } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/buttons.js';
import { loaded } from '../../shared/loaded.js';
import type { Imported } from '../../shared/import-project.js';
import { t } from '../../words/words.js';
import type { Document } from '../document.js';
import { withIds } from '../json/json-draft.js';
import { useAccess, useShared } from '../shared.js';

/** The dialog is loaded when it is first opened. */
const ImportProject = loaded(async () => (await import('../../shared/import-project.js')).ImportProject);

/** A difference between an imported project and the original. */
export interface Deviation {
  readonly path: string;
  readonly message: string;
  /** The outermost clip that it is about. */
  readonly clipId: string | undefined;
}

/** The video of an imported project as a document, and its deviations with the ids of their clips. */
const openedProject = ({ video, deviations }: Imported) => {
  const { metadata, clips, additional, variables } = video;
  const document = withIds({
    metadata,
    clips,
    ...(additional === undefined ? {} : { additional }),
    ...(variables === undefined ? {} : { variables }),
  } as Document);
  const clipIdOf = (clip: string | undefined): string | undefined => {
    const [, index] = /^clips\[(\d+)\]/.exec(clip ?? '') ?? [];
    return index === undefined ? undefined : document.clips[Number(index)]?.id;
  };
  return { document, deviations: deviations.map(({ clip, ...one }) => ({ ...one, clipId: clipIdOf(clip) })) };
};

/** The deviations from the imported project, with buttons that show their clips. */
const Deviations = ({ deviations, setDeviations }: ImportSectionProps) => {
  const { places, select, seek } = useShared();
  return (
    <>
      <h2>{t('{count, plural, one {# difference} other {# differences}}', { count: deviations.length })}</h2>
      <ul className="deviations" aria-label={t('What differs')}>
        {deviations.map(({ path, message, clipId }) => {
          const clip = places.clips.find(({ id }) => id === clipId);
          const show = (): void => {
            if (!clip) return;
            seek(clip.start);
            select(clip.id);
          };
          return (
            <li key={`${path} ${message}`}>
              {clip && (
                <Button text={t('Show {clip}', { clip: clip.label })} className="quiet" onClick={show} />
              )}
              <code>{path}</code> {message}
            </li>
          );
        })}
      </ul>
      <Button text={t('Done with these')} onClick={() => setDeviations([])} />
    </>
  );
};

export interface ImportSectionProps {
  readonly deviations: ReadonlyArray<Deviation>;
  readonly setDeviations: (deviations: ReadonlyArray<Deviation>) => void;
}

/** Replaces the document by a project of another system, and lists the deviations. */
export const ImportSection = (props: ImportSectionProps) => {
  const { deviations, setDeviations } = props;
  const { client } = useAccess();
  const { change, selectAll } = useShared();
  const [isOpen, open] = useState(false);
  const take = (imported: Imported): void => {
    const project = openedProject(imported);
    change(project.document);
    selectAll([]);
    setDeviations(project.deviations);
    open(false);
  };
  return (
    <section className="import-section">
      <Button icon={Import} text={t('Import…')} className="quiet" onClick={() => open(true)} />
      {deviations.length > 0 && <Deviations {...props} />}
      {isOpen && (
        <ImportProject client={client} action={t('Open it here')} take={take} close={() => open(false)} />
      )}
    </section>
  );
};
