import { useState } from 'react';
import type { VideoAccess } from '../../shared/access.js';
import type { ClipActions } from '../clip-tools.js';
import type { Document } from '../document.js';
import { draftStore } from '../saving/draft.js';
import { Inspector } from './inspector.js';
import { type JsonDraft, useJsonDraft } from '../json/json-draft.js';
import { JsonView } from '../json/json-view.js';
import { Layers } from './layers.js';
import { MediaPanel } from '../media/media-panel.js';
import type { Uploads } from '../media/use-uploads.js';
import { RenderPanel, type RenderPlaces } from '../render/render-panel.js';
import type { Shared } from '../shared.js';
import { Tabs } from './tabs.js';
import type { OpenCompositor } from '../playback/use-playback.js';
import { Versions } from './versions.js';

type Panel = 'Inspector' | 'Media' | 'Layers' | 'JSON' | 'Versions' | 'Render';
const PANELS: ReadonlyArray<Panel> = ['Inspector', 'Media', 'Layers', 'JSON', 'Versions', 'Render'];

const CHANGING: ReadonlySet<Panel> = new Set(['Media', 'Layers']);

/** Where nothing can be changed, there is nothing to add, restack or render. */
const panelsFor = (options: RenderPlaces, isReadOnly: boolean): ReadonlyArray<Panel> =>
  PANELS.filter((name) =>
    name === 'Render' ? options.length > 0 && !isReadOnly : !CHANGING.has(name) || !isReadOnly,
  );

interface SidePanelProps extends Shared {
  readonly access: VideoAccess;
  readonly actions: ClipActions;
  readonly renderOptions: RenderPlaces;
  readonly open: OpenCompositor;
  readonly isSaved: boolean;
  readonly uploads: Uploads;
  /** The ETag of the stored version. */
  readonly etag: string;
  /** Replaces the document by that of a version. */
  readonly load: (document: Document) => void;
}

/** What is beside the stage: the fields of what is selected, the layers, the JSON, the versions and the renders. */
export const SidePanel = (props: SidePanelProps) => {
  const { access, actions, renderOptions, open, isSaved, etag, load, uploads, ...shared } = props;
  const { document, change, places, isReadOnly } = shared;
  const { client, videoId } = access;
  const [drafts] = useState(() => (isReadOnly ? undefined : draftStore<JsonDraft>(videoId, 'json')));
  const jsonDraft = useJsonDraft(drafts);
  const [panel, setPanel] = useState<Panel>(jsonDraft.current ? 'JSON' : 'Inspector');
  return (
    <aside className="side" aria-label="Properties">
      <Tabs
        label="Panels"
        names={panelsFor(renderOptions, isReadOnly)}
        shown={panel}
        show={setPanel}
        isFocusable={isReadOnly}
      >
        {panel === 'Inspector' && (
          <fieldset className="plain" disabled={isReadOnly}>
            <Inspector {...shared} {...{ client, videoId, isSaved }} remove={actions.remove} />
          </fieldset>
        )}
        {panel === 'Media' && <MediaPanel {...{ access, uploads }} />}
        {panel === 'Layers' && <Layers {...shared} actions={actions} />}
        {panel === 'JSON' && <JsonView {...{ document, change, isReadOnly }} draft={jsonDraft} />}
        {panel === 'Versions' && (
          <Versions
            {...{ client, videoId, etag }}
            load={isReadOnly ? undefined : load}
            duration={places.duration}
          />
        )}
        {panel === 'Render' && (
          <RenderPanel options={renderOptions} {...{ client, videoId, document, isSaved, open }} />
        )}
      </Tabs>
    </aside>
  );
};
