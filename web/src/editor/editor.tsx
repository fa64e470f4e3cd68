import * as E from 'fp-ts/lib/Either.js';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { VideoAccess } from '../shared/access.js';
import { useClipActions, useShortcuts } from './clip-tools.js';
import { createClock } from './clock.js';
import { type Document, edit, type Saved } from './document.js';
import { draftStore } from './draft.js';
import { Inspector } from './inspector.js';
import { useJsonDraft } from './json-draft.js';
import { JsonView } from './json-view.js';
import { keepHistory, withKeptHistory } from './kept-history.js';
import { Layers } from './layers.js';
import { type Placed, type Places, placesOf } from './places.js';
import { RenderPanel, type RenderOptions } from './render/render-panel.js';
import { Stage } from './stage.js';
import { Tabs } from './tabs.js';
import { Timeline } from './timeline/timeline.js';
import { TopBar } from './top-bar.js';
import { type TakeOver, useSaving } from './use-saving.js';
import { useCompositor, usePlayback } from './use-playback.js';
import { useSelection } from './use-selection.js';
import { Versions } from './versions.js';

type Panel = 'Inspector' | 'Layers' | 'JSON' | 'Versions' | 'Render';
const PANELS: ReadonlyArray<Panel> = ['Inspector', 'Layers', 'JSON', 'Versions', 'Render'];

/** Where nothing can be changed, there is nothing to restack or render. */
const panelsFor = (options: RenderOptions, isReadOnly: boolean): ReadonlyArray<Panel> =>
  PANELS.filter((name) =>
    name === 'Render' ? options.length > 0 && !isReadOnly : name !== 'Layers' || !isReadOnly,
  );

const EMPTY: Places = { canvas: { width: 1280, height: 720 }, duration: 1, clips: [] };

/** The version that an ETag names. */
const versionOf = ({ etag }: Saved): number => parseInt(etag.replaceAll('"', ''), 10);

interface EditorProps {
  readonly access: VideoAccess;
  readonly initial: Saved;
  readonly renderOptions: RenderOptions;
}

/** The editor of one video. */
export const Editor = ({ access, initial, renderOptions }: EditorProps) => {
  const { client, videoId } = access;
  const isReadOnly = access.link.isViewOnly;
  const viewedVersion = isReadOnly ? versionOf(initial) : undefined;
  // Unsaved work of an earlier visit goes on from what it was based on: saving merges what was stored since then.
  const [drafts] = useState(() => (isReadOnly ? undefined : draftStore(videoId)));
  const draft = drafts?.found;
  const [editing, dispatch] = useReducer(edit, draft?.document ?? initial.document, (document) =>
    withKeptHistory(videoId, document),
  );
  const { present } = editing;
  const latest = useRef(editing);
  latest.current = editing;
  useEffect(() => {
    const keep = (): void => keepHistory(videoId, latest.current);
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [videoId]);
  const { selection, selectAll, select } = useSelection();
  const [clock] = useState(createClock);
  const [ms, pauseAt] = useState(0);
  const setMs = useCallback(
    (next: number) => {
      clock.set(next);
      pauseAt(next);
    },
    [clock],
  );
  const jsonDraft = useJsonDraft();
  const [panel, setPanel] = useState<Panel>('Inspector');

  /** The last valid document. */
  const lastPlaced = useRef<Placed>(undefined);
  const placed = useMemo(() => placesOf(present, lastPlaced.current), [present]);
  const places = E.isRight(placed) ? placed.right : (lastPlaced.current?.places ?? EMPTY);
  useEffect(() => {
    if (E.isRight(placed)) lastPlaced.current = { document: present, places: placed.right };
  }, [placed, present]);

  const load = useCallback((document: Document) => dispatch({ _tag: 'Loaded', document }), []);
  const takeOver = useCallback<TakeOver>((rebase) => dispatch({ _tag: 'Merged', rebase }), []);
  const saving = useSaving(access, drafts, draft?.base ?? initial, present, E.isRight(placed), takeOver);
  const change = useCallback(
    (document: Document, gesture?: string) => {
      if (isReadOnly) return;
      dispatch({ _tag: 'Edited', document, ...(gesture === undefined ? {} : { gesture }) });
    },
    [isReadOnly],
  );

  const isSaved = saving.status._tag === 'Saved';
  const open = useCompositor(access, viewedVersion);
  const playback = usePlayback({ open, document: present, isSaved, clock, setMs });

  const shared = {
    document: present,
    change,
    selected: selection.at(-1),
    selection,
    select,
    selectAll,
    places,
    ms,
    setMs,
    clock,
    playback,
    isReadOnly,
  };
  const actions = useClipActions(shared);
  const undo = (): void => dispatch({ _tag: 'Undone' });
  const redo = (): void => dispatch({ _tag: 'Redone' });
  useShortcuts({
    ...(isReadOnly ? {} : { ...actions, undo, redo }),
    togglePlayback: playback.toggle,
    selectNone: () => selectAll([]),
    selectEvery: () => selectAll(places.clips.map(({ id }) => id)),
  });
  const problems = E.isLeft(placed) ? placed.left : [];
  return (
    <div className="editor">
      <TopBar
        {...shared}
        access={access}
        saving={saving}
        mayRender={renderOptions.includes('server')}
        undo={editing.past.length > 0 ? undo : undefined}
        redo={editing.future.length > 0 ? redo : undefined}
      />
      <Stage
        {...shared}
        access={access}
        viewedVersion={viewedVersion}
        isValid={problems.length === 0}
        endGesture={() => dispatch({ _tag: 'GestureEnded' })}
      />
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
          {panel === 'Layers' && <Layers {...shared} actions={actions} />}
          {panel === 'JSON' && <JsonView document={present} {...{ change, isReadOnly }} draft={jsonDraft} />}
          {panel === 'Versions' && (
            <Versions
              {...{ client, videoId }}
              load={isReadOnly ? undefined : load}
              etag={saving.saved.etag}
              duration={places.duration}
            />
          )}
          {panel === 'Render' && (
            <RenderPanel
              options={renderOptions}
              client={client}
              videoId={videoId}
              document={present}
              isSaved={isSaved}
              open={open}
            />
          )}
        </Tabs>
      </aside>
      <Timeline
        {...shared}
        actions={actions}
        access={access}
        stored={saving.saved.document}
        endGesture={() => dispatch({ _tag: 'GestureEnded' })}
      />
      {problems.length > 0 && (
        <ul className="problems" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  );
};
