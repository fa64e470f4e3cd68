import * as E from 'fp-ts/lib/Either.js';
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import type { VideoAccess } from '../shared/access.js';
import { type Document, edit, editingOf, type Saved } from './document.js';
import { Inspector } from './inspector.js';
import { JsonView } from './json-view.js';
import { type Places, placesOf } from './places.js';
import { SaveState } from './save-state.js';
import { Stage } from './stage.js';
import { Timeline } from './timeline.js';
import { draftKey, useSaving } from './use-saving.js';
import { Versions } from './versions.js';

type Panel = 'Inspector' | 'JSON' | 'Versions';
const PANELS: ReadonlyArray<Panel> = ['Inspector', 'JSON', 'Versions'];

/** Unsaved work of an earlier visit, if it was based on what is stored now. */
const draftOf = (videoId: string, { etag }: Saved): Document | undefined => {
  const kept = localStorage.getItem(draftKey(videoId));
  if (kept === null) return undefined;
  const { base, document } = JSON.parse(kept) as { base: Saved; document: Document };
  return base.etag === etag ? document : undefined;
};

const EMPTY: Places = { canvas: { width: 1280, height: 720 }, duration: 1, clips: [] };

/** The editor of one video. */
export const Editor = ({ access, initial }: { readonly access: VideoAccess; readonly initial: Saved }) => {
  const { client, videoId } = access;
  const [editing, dispatch] = useReducer(edit, initial.document, (stored) => {
    const draft = draftOf(videoId, initial);
    return draft === undefined ? editingOf(stored) : { ...editingOf(draft), past: [stored] };
  });
  const { present } = editing;
  const [selected, select] = useState<string | undefined>();
  const [ms, setMs] = useState(0);
  const [panel, setPanel] = useState<Panel>('Inspector');

  const placed = useMemo(() => placesOf(present), [present]);
  const [lastPlaces, setLastPlaces] = useState(EMPTY);
  const places = E.isRight(placed) ? placed.right : lastPlaces;
  useEffect(() => {
    if (E.isRight(placed)) setLastPlaces(placed.right);
  }, [placed]);

  const load = useCallback((document: Document) => dispatch({ _tag: 'Loaded', document }), []);
  const saving = useSaving(client, videoId, initial, present, E.isRight(placed), load);
  const change = useCallback(
    (document: Document, gesture?: string) =>
      dispatch({ _tag: 'Edited', document, ...(gesture === undefined ? {} : { gesture }) }),
    [],
  );

  const remove = useCallback(() => {
    if (selected === undefined) return;
    change({ ...present, clips: present.clips.filter(({ id }) => id !== selected) });
    select(undefined);
  }, [change, present, selected]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, select, .cm-editor') !== null;
      const command = event.ctrlKey || event.metaKey;
      if (isTyping) return;
      if (command && event.key.toLowerCase() === 'z') {
        event.preventDefault();
        dispatch({ _tag: event.shiftKey ? 'Redone' : 'Undone' });
      } else if (command && event.key.toLowerCase() === 'y') {
        event.preventDefault();
        dispatch({ _tag: 'Redone' });
      } else if (event.key === 'Delete' || event.key === 'Backspace') remove();
      else if (event.key === 'Escape') select(undefined);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [remove]);

  const shared = { document: present, change, selected, select, places, ms, setMs };
  const problems = E.isLeft(placed) ? placed.left : [];
  return (
    <div className="editor">
      <header className="bar">
        <h1>{present.metadata.name}</h1>
        <div className="tools">
          <button
            type="button"
            disabled={editing.past.length === 0}
            onClick={() => dispatch({ _tag: 'Undone' })}
          >
            Undo
          </button>
          <button
            type="button"
            disabled={editing.future.length === 0}
            onClick={() => dispatch({ _tag: 'Redone' })}
          >
            Redo
          </button>
          <SaveState saving={saving} />
        </div>
      </header>
      <Stage
        {...shared}
        headers={access.headers}
        isValid={problems.length === 0}
        endGesture={() => dispatch({ _tag: 'GestureEnded' })}
      />
      <aside className="side" aria-label="Properties">
        <div role="tablist" aria-label="Panels">
          {PANELS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={panel === name}
              aria-controls="panel"
              onClick={() => setPanel(name)}
            >
              {name}
            </button>
          ))}
        </div>
        <div role="tabpanel" id="panel" aria-labelledby={`tab-${panel}`} className="panel">
          {panel === 'Inspector' && <Inspector {...shared} remove={remove} />}
          {panel === 'JSON' && <JsonView document={present} change={change} />}
          {panel === 'Versions' && (
            <Versions client={client} videoId={videoId} etag={saving.saved.etag} load={load} />
          )}
        </div>
      </aside>
      <Timeline {...shared} endGesture={() => dispatch({ _tag: 'GestureEnded' })} />
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

/** What the parts of the editor share. */
export interface Shared {
  readonly document: Document;
  readonly change: (document: Document, gesture?: string) => void;
  readonly selected: string | undefined;
  readonly select: (id: string | undefined) => void;
  readonly places: Places;
  readonly ms: number;
  readonly setMs: (ms: number) => void;
}
