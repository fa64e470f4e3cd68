import { Import } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/buttons.js';
import { loaded } from '../../shared/loaded.js';
import {
  type Deviation,
  DeviationList,
  type Imported,
  keepDeviations,
  keptDeviations,
  withClipIds,
} from '../../shared/deviations.js';
import { definedFields } from '../../../../domain/codec/json.js';
import { t } from '../../words/words.js';
import type { Document } from '../document.js';
import { withIds } from '../json/json-draft.js';
import { useAccess, useShared } from '../shared.js';

/** The dialog is loaded when it is first opened. */
const ImportProject = loaded(async () => (await import('../../shared/import-project.js')).ImportProject);

interface DeviationsProps {
  readonly deviations: ReadonlyArray<Deviation>;
  readonly done: () => void;
}

/** The deviations from the imported project, with buttons that show their clips. */
const Deviations = ({ deviations, done }: DeviationsProps) => {
  const { places, select, seek } = useShared();
  return (
    <>
      <h2>{t('{count, plural, one {# difference} other {# differences}}', { count: deviations.length })}</h2>
      <DeviationList
        deviations={deviations}
        lead={(clipId) => {
          const clip = places.clips.find(({ id }) => id === clipId);
          const show = (): void => {
            if (!clip) return;
            seek(clip.start);
            select(clip.id);
          };
          return (
            clip && <Button text={t('Show {clip}', { clip: clip.label })} className="quiet" onClick={show} />
          );
        }}
      />
      <Button text={t('Done with these')} onClick={done} />
    </>
  );
};

/** Replaces the document by a project of another system, and lists the deviations. */
export const ImportSection = () => {
  const { client, videoId } = useAccess();
  const { change, selectAll } = useShared();
  const [isOpen, open] = useState(false);
  const [deviations, setDeviations] = useState(() => keptDeviations(videoId));
  const list = (all: ReadonlyArray<Deviation>): void => {
    setDeviations(all);
    keepDeviations(videoId, all);
  };
  const take = (imported: Imported): void => {
    const { metadata, clips, additional, variables } = imported.video;
    const document = withIds({ metadata, clips, ...definedFields({ additional, variables }) } as Document);
    change(document);
    selectAll([]);
    list(withClipIds(imported.deviations, document.clips));
    open(false);
  };
  return (
    <section className="import-section">
      <Button icon={Import} text={t('Import…')} className="quiet" onClick={() => open(true)} />
      {deviations.length > 0 && <Deviations deviations={deviations} done={() => list([])} />}
      {isOpen && (
        <ImportProject client={client} action={t('Open it here')} take={take} close={() => open(false)} />
      )}
    </section>
  );
};
