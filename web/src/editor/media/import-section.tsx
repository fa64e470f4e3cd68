import { Import } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Client } from '../../../../clients/typescript/core/client.js';
import type { Imported } from '../../shared/import-project.js';
import { t } from '../../words/words.js';
import type { Document } from '../document.js';
import { withIds } from '../json/json-draft.js';
import type { Shared } from '../shared.js';

/** The dialog is loaded when it is first opened. */
const ImportProject = lazy(async () => ({
  default: (await import('../../shared/import-project.js')).ImportProject,
}));

/** Something that a project lost on the way here. */
export interface Deviation {
  readonly path: string;
  readonly message: string;
  /** The outermost clip that it is about. */
  readonly clipId: string | undefined;
}

/** The video of a project as a document, and what differs with the clips that it is about. */
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

interface DeviationsProps extends Pick<Shared, 'places' | 'select' | 'seek'> {
  readonly deviations: ReadonlyArray<Deviation>;
  readonly forget: () => void;
}

/** What differs from the imported project: each leads to its clip. */
const Deviations = ({ deviations, forget, places, select, seek }: DeviationsProps) => (
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
              <button type="button" className="quiet" onClick={show}>
                {t('Show {clip}', { clip: clip.label })}
              </button>
            )}
            <code>{path}</code> {message}
          </li>
        );
      })}
    </ul>
    <button type="button" onClick={forget}>
      {t('Done with these')}
    </button>
  </>
);

interface ImportSectionProps extends Pick<Shared, 'places' | 'select' | 'selectAll' | 'seek'> {
  readonly client: Client;
  /** Replaces the document, which can be undone. */
  readonly load: (document: Document) => void;
  readonly deviations: ReadonlyArray<Deviation>;
  readonly setDeviations: (deviations: ReadonlyArray<Deviation>) => void;
}

/** Opens a project of another system in the place of the document, and lists what differs. */
export const ImportSection = (props: ImportSectionProps) => {
  const { client, load, selectAll, deviations, setDeviations } = props;
  const [isOpen, open] = useState(false);
  const take = (imported: Imported): void => {
    const project = openedProject(imported);
    load(project.document);
    selectAll([]);
    setDeviations(project.deviations);
    open(false);
  };
  return (
    <section className="import-section">
      <button type="button" className="quiet" onClick={() => open(true)}>
        <Import size={15} aria-hidden="true" /> {t('Import…')}
      </button>
      {deviations.length > 0 && <Deviations {...props} forget={() => setDeviations([])} />}
      {isOpen && (
        <Suspense>
          <ImportProject client={client} action={t('Open it here')} take={take} close={() => open(false)} />
        </Suspense>
      )}
    </section>
  );
};
