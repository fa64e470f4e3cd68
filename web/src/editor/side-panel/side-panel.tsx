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
import { useEffect, useState } from 'react';
import { keptDeviations } from '../../shared/deviations.js';
import { loaded } from '../../shared/loaded.js';
import { useMedia } from '../../shared/use-media.js';
import { documentOfVersion } from '../../versions/version-documents.js';
import { VersionList } from '../../versions/version-list.js';
import { versionOf } from '../document.js';
import { draftStore } from '../saving/draft.js';
import { Inspector } from './inspector.js';
import { type JsonDraft, useJsonDraft } from '../json/json-draft.js';
import { Layers } from './layers.js';
import { MediaPanel } from '../media/media-panel.js';
import { useAccess, useShared } from '../shared.js';
import { Tabs } from './tabs.js';
import { t } from '../../words/words.js';

/** These panels are loaded when they are first shown. */
const PresetPanel = loaded(async () => (await import('../add/preset-panel.js')).PresetPanel);
const ReviewPanel = loaded(async () => (await import('../../review/review-panel.js')).ReviewPanel);
const JsonView = loaded(async () => (await import('../json/json-view.js')).JsonView);
const VariablesPanel = loaded(async () => (await import('../variables/variables-panel.js')).VariablesPanel);

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
export type Panel = keyof typeof ICONS;
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

/** Windows on which a panel is a sheet over the timeline, and those with room for the fields beside it. */
const PHONE = '(width < 900px)';
const WIDE = '(width >= 1400px)';

export const isPhone = (): boolean => matchMedia(PHONE).matches;

/** The panels beside the stage, such as the fields of the selected clip, the media, the layers and the JSON. */
export const SidePanel = () => {
  const access = useAccess();
  const { client, videoId } = access;
  const { document, change, places, saving, review, clock, seek, panel, showPanel } = useShared();
  const { etag } = saving.saved;
  const [drafts] = useState(() => draftStore<JsonDraft>(videoId, 'json'));
  const jsonDraft = useJsonDraft(drafts);
  const { point, chosen } = review;
  useEffect(() => {
    if (point || chosen) showPanel('Comments');
  }, [point, chosen, showPanel]);
  const [isSheet, isWide] = [useMedia(PHONE), useMedia(WIDE)];
  const shown = isWide && panel === 'Edit' ? undefined : panel;
  const isJsonLeft = drafts.found !== undefined;
  useEffect(() => {
    if (isJsonLeft) showPanel('JSON');
    else if (keptDeviations(videoId).length > 0) showPanel('Media');
  }, [isJsonLeft, videoId, showPanel]);
  return (
    <>
      {isWide && (
        <aside className="side" aria-label={t('Properties')}>
          <div className="panel">
            <Inspector />
          </div>
        </aside>
      )}
      <aside className={isWide ? 'side library' : 'side'} aria-label={isWide ? t('Panels') : t('Properties')}>
        <Tabs
          label={t('Panels')}
          names={isWide ? PANELS.filter((name) => name !== 'Edit') : PANELS}
          titles={TITLES}
          icons={ICONS}
          shown={shown}
          show={showPanel}
          close={isSheet || isWide ? () => showPanel(undefined) : undefined}
        >
          {shown === 'Edit' && <Inspector />}
          {shown === 'Media' && <MediaPanel />}
          {shown === 'Text' && <PresetPanel />}
          {shown === 'Variables' && <VariablesPanel />}
          {shown === 'Comments' && <ReviewPanel {...{ review, clock, seek }} version={versionOf(etag)} />}
          {shown === 'JSON' && <JsonView {...{ document, change }} draft={jsonDraft} />}
          {shown === 'Layers' && <Layers />}
          {shown === 'Versions' && (
            <VersionList
              {...{ access, etag }}
              restore={async (version) => change(await documentOfVersion(client, videoId, version))}
              duration={places.duration}
            />
          )}
        </Tabs>
      </aside>
    </>
  );
};
