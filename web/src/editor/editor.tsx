import * as E from 'fp-ts/lib/Either.js';
import { type CSSProperties, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { VideoAccess } from '../shared/access.js';
import { useTitle } from '../shared/use-title.js';
import { useClipActions } from './clip-tools.js';
import { useClipboard } from './clipboard/use-clipboard.js';
import { createClock } from './playback/clock.js';
import { type Document, edit, type Saved } from './document.js';
import { draftStore } from './saving/draft.js';
import { endTyping } from './keys/end-typing.js';
import { framesLater } from './playback/frame-steps.js';
import { KeyHelp } from './keys/key-help.js';
import { keepHistory, withKeptHistory } from './saving/kept-history.js';
import { type Placed, type Places, placesOf } from './places.js';
import type { RenderOptions } from './render/render-panel.js';
import { SidePanel } from './side-panel/side-panel.js';
import { Stage } from './stage/stage.js';
import { Timeline } from './timeline/timeline.js';
import { useTimelineHeight } from './timeline/use-height.js';
import { TopBar } from './top-bar.js';
import { type TakeOver, useSaving } from './saving/use-saving.js';
import { useCompositor, usePlayback } from './playback/use-playback.js';
import { useNotice } from './use-notice.js';
import { useRegions } from './keys/use-regions.js';
import { useSelection } from './use-selection.js';
import { useShortcuts } from './keys/use-shortcuts.js';

const EMPTY: Places = { canvas: { width: 1280, height: 720 }, duration: 1, fps: 30, clips: [] };

/** The version that an ETag names. */
const versionOf = ({ etag }: Saved): number => parseInt(etag.replaceAll('"', ''), 10);

interface EditorProps {
  readonly access: VideoAccess;
  readonly initial: Saved;
  readonly renderOptions: RenderOptions;
}

/** The editor of one video. */
export const Editor = ({ access, initial, renderOptions }: EditorProps) => {
  const { videoId } = access;
  const isReadOnly = access.link.isViewOnly;
  const viewedVersion = isReadOnly ? versionOf(initial) : undefined;
  // Unsaved work of an earlier visit goes on from what it was based on: saving merges what was stored since then.
  const [drafts] = useState(() => (isReadOnly ? undefined : draftStore(videoId, 'draft')));
  const draft = drafts?.found;
  const [editing, dispatch] = useReducer(edit, draft?.document ?? initial.document, (document) =>
    withKeptHistory(videoId, document),
  );
  const { present } = editing;
  useTitle(present.metadata.name);
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

  const seek = useCallback(
    (to: number): void => {
      if (playback.state._tag !== 'Paused') playback.pause();
      setMs(to);
    },
    [playback, setMs],
  );

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
    seek,
    clock,
    playback,
    isReadOnly,
  };
  const [notice, tell] = useNotice();
  const actions = useClipActions({ ...shared, tell });
  useClipboard({ ...shared, videoId, tell });
  const undo = (): void => dispatch({ _tag: 'Undone' });
  const redo = (): void => dispatch({ _tag: 'Redone' });
  const [areKeysShown, setKeysShown] = useState(false);
  const showKeys = (): void => setKeysShown(true);
  useShortcuts({
    ...(isReadOnly ? {} : { ...actions, undo, redo }),
    fps: places.fps,
    isAnySelected: selection.length > 0,
    step: (frames) => seek(framesLater(clock.now(), frames, places)),
    togglePlayback: playback.toggle,
    selectNone: () => selectAll([]),
    selectEvery: () => selectAll(places.clips.map(({ id }) => id)),
    showKeys,
  });
  useRegions();
  const height = useTimelineHeight();
  const problems = E.isLeft(placed) ? placed.left : [];
  return (
    <div
      className="editor"
      style={{ '--timeline': `${height.now}px` } as CSSProperties}
      onPointerDownCapture={endTyping}
    >
      <TopBar
        {...shared}
        access={access}
        saving={saving}
        showKeys={showKeys}
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
      <SidePanel
        {...shared}
        {...{ access, actions, renderOptions, open, isSaved, load }}
        etag={saving.saved.etag}
      />
      <Timeline
        {...shared}
        actions={actions}
        access={access}
        stored={saving.saved.document}
        height={height}
        endGesture={() => dispatch({ _tag: 'GestureEnded' })}
      />
      <p role="status" className="notice">
        {notice}
      </p>
      {areKeysShown && <KeyHelp isReadOnly={isReadOnly} close={() => setKeysShown(false)} />}
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
