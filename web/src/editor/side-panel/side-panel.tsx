import {
  Braces,
  FileVideo2,
  History,
  Layers2,
  MessageSquare,
  SlidersHorizontal,
  Type,
  Variable,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Review } from '../../review/use-review.js';
import type { VideoAccess } from '../../shared/access.js';
import { documentOfVersion } from '../../versions/version-documents.js';
import { VersionList } from '../../versions/version-list.js';
import type { ClipActions } from '../clip-tools.js';
import { type Document, versionOf } from '../document.js';
import { draftStore } from '../saving/draft.js';
import { Inspector } from './inspector.js';
import { type JsonDraft, useJsonDraft } from '../json/json-draft.js';
import { Layers } from './layers.js';
import type { Deviation } from '../media/import-section.js';
import { MediaPanel } from '../media/media-panel.js';
import type { Uploads } from '../media/use-uploads.js';
import type { Shared } from '../shared.js';
import { Tabs } from './tabs.js';
import { t } from '../../words/words.js';

/** These panels are loaded when they are first shown. */
const PresetPanel = lazy(async () => ({ default: (await import('../add/preset-panel.js')).PresetPanel }));
const ReviewPanel = lazy(async () => ({
  default: (await import('../../review/review-panel.js')).ReviewPanel,
}));
const JsonView = lazy(async () => ({ default: (await import('../json/json-view.js')).JsonView }));
const VariablesPanel = lazy(async () => ({
  default: (await import('../variables/variables-panel.js')).VariablesPanel,
}));

const ICONS = {
  Edit: SlidersHorizontal,
  Media: FileVideo2,
  Text: Type,
  Layers: Layers2,
  Variables: Variable,
  Comments: MessageSquare,
  Versions: History,
  JSON: Braces,
};
type Panel = keyof typeof ICONS;
const TITLES: Readonly<Record<Panel, string>> = {
  Edit: t('Edit'),
  Media: t('Media'),
  Text: t('Text'),
  Layers: t('Layers'),
  Variables: t('Variables'),
  Comments: t('Comments'),
  Versions: t('Versions'),
  JSON: 'JSON',
};
const PANELS = Object.keys(ICONS) as ReadonlyArray<Panel>;

interface SidePanelProps extends Shared {
  readonly access: VideoAccess;
  readonly actions: ClipActions;
  readonly endGesture: () => void;
  readonly isSaved: boolean;
  readonly uploads: Uploads;
  readonly review: Review;
  /** The ETag of the stored version. */
  readonly etag: string;
  /** Replaces the document by that of a version. */
  readonly load: (document: Document) => void;
}

/** What is beside the stage: the fields of what is selected, the layers, the JSON, and the versions. */
export const SidePanel = (props: SidePanelProps) => {
  const { access, actions, endGesture, isSaved, etag, load, uploads, review, ...shared } = props;
  const { document, change, places } = shared;
  const { client, videoId } = access;
  const [drafts] = useState(() => draftStore<JsonDraft>(videoId, 'json'));
  const jsonDraft = useJsonDraft(drafts);
  const [deviations, setDeviations] = useState<ReadonlyArray<Deviation>>([]);
  const [panel, setPanel] = useState<Panel>(jsonDraft.current ? 'JSON' : 'Edit');
  const { point, chosen } = review;
  useEffect(() => {
    if (point || chosen) setPanel('Comments');
  }, [point, chosen]);
  return (
    <aside className="side" aria-label={t('Properties')}>
      <Tabs label={t('Panels')} names={PANELS} titles={TITLES} icons={ICONS} shown={panel} show={setPanel}>
        {panel === 'Edit' && (
          <Inspector {...shared} {...{ client, videoId, isSaved, endGesture }} remove={actions.remove} />
        )}
        {panel === 'Media' && (
          <MediaPanel {...shared} {...{ access, uploads, load, deviations, setDeviations }} />
        )}
        <Suspense>
          {panel === 'Text' && <PresetPanel {...shared} access={access} />}
          {panel === 'Variables' && <VariablesPanel {...shared} {...{ access, isSaved }} />}
          {panel === 'Comments' && (
            <ReviewPanel {...{ review }} version={versionOf(etag)} clock={shared.clock} seek={shared.seek} />
          )}
          {panel === 'JSON' && <JsonView {...{ document, change }} draft={jsonDraft} />}
        </Suspense>
        {panel === 'Layers' && <Layers {...shared} actions={actions} />}
        {panel === 'Versions' && (
          <VersionList
            {...{ access, etag }}
            restore={async (version) => load(await documentOfVersion(client, videoId, version))}
            duration={places.duration}
          />
        )}
      </Tabs>
    </aside>
  );
};
