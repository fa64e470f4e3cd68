import { type CSSProperties, useCallback, useState } from 'react';
import { useReview } from '../review/use-review.js';
import { usePresence } from '../presence/use-presence.js';
import { useTitle } from '../shared/use-title.js';
import { useLater } from '../shared/use-later.js';
import { useAtPlayhead } from './animate/use-at-playhead.js';
import { clipActions } from './clip-tools.js';
import { useClipboard } from './clipboard/use-clipboard.js';
import type { Saved } from './document.js';
import { useDocument } from './use-document.js';
import { draftStore } from './saving/draft.js';
import { endTyping } from './keys/end-typing.js';
import { framesLater, speedAfter } from './playback/frame-steps.js';
import { KeyHelp } from './keys/key-help.js';
import { isPhone, type Panel, SidePanel } from './side-panel/side-panel.js';
import { useFileDrop } from './media/use-file-drop.js';
import { UploadList } from './media/upload-list.js';
import { useUploads } from './media/use-uploads.js';
import { Stage } from './stage/stage.js';
import type { Previewed } from './stage/preview.js';
import { Timeline } from './timeline/timeline.js';
import { useTimelineHeight } from './timeline/use-height.js';
import { useKeptClips } from './timeline/use-kept-clips.js';
import { useShown } from './use-shown.js';
import { TopBar } from './top-bar.js';
import { useSaving } from './saving/use-saving.js';
import { useCompositor } from './playback/use-compositor.js';
import { usePlayback } from './playback/use-playback.js';
import { usePlayhead } from './playback/use-playhead.js';
import { Problems } from './problems.js';
import { AccessContext, type EditorAccess, type Shared, SharedContext } from './shared.js';
import { nameOf } from './variables/shown-document.js';
import { useNotice } from './use-notice.js';
import { useRegions } from './keys/use-regions.js';
import { useSelection } from './use-selection.js';
import { useShortcuts } from './keys/use-shortcuts.js';
import { t } from '../words/words.js';

interface EditorProps {
  readonly access: EditorAccess;
  readonly initial: Saved;
}

/** The document that is edited, its saving, and its review. */
const useWork = ({ access, initial }: EditorProps) => {
  const { client, videoId, link } = access;
  const review = useReview({ client, videoId, linkName: link.name, isFollowed: true });
  // Unsaved work of an earlier visit keeps its base version, so that saving merges changes that were stored since then.
  const [drafts] = useState(() => draftStore(videoId, 'draft'));
  const draft = drafts.found;
  const edited = useDocument(videoId, draft?.document ?? initial.document);
  const isValid = edited.problems.length === 0;
  const saving = useSaving(
    access,
    drafts,
    draft?.base ?? initial,
    edited.document,
    isValid,
    edited.applyRemote,
    review.newest,
  );
  return { review, edited, isValid, saving, isSaved: saving.status._tag === 'Saved' };
};

/** The state of the editor that its parts share. */
const useEditor = (props: EditorProps) => {
  const { access } = props;
  const { review, edited, isValid, saving, isSaved } = useWork(props);
  const { document, change, places, endGesture } = edited;
  const { clock, ms, setMs } = usePlayhead(access.videoId, places);
  const open = useCompositor(access, edited.placeAgain);
  const showing = useShown(document, places, access.videoId);
  const playback = usePlayback({ open, document: showing.shown, isSaved, clock, setMs });
  const seek = useCallback(
    (to: number): void => {
      if (playback.state._tag !== 'Paused') playback.pause();
      setMs(framesLater(to, 0, places));
    },
    [playback, setMs, places],
  );
  const chosen = useSelection(document);
  const atPlayhead = useAtPlayhead({ document, places, ms, change });
  const others = usePresence(access, review, chosen.selection);
  const [notice, tell] = useNotice();
  const parts = { document, change, places, ...chosen, clock, tell };
  const actions = clipActions(parts);
  const uploads = useUploads({ ...parts, access });
  const [locked, lock] = useKeptClips(access.videoId, 'locked');
  const [previewed, preview] = useState<Previewed>();
  const [typedId, typeIn] = useState<string>();
  const [soughtField, seekField] = useState<string>();
  const [panel, showPanel] = useState<Panel | undefined>(() => (isPhone() ? undefined : 'Edit'));
  const shared: Shared = {
    ...parts,
    ...showing,
    atPlayhead,
    endGesture,
    saving,
    isSaved,
    isValid,
    problems: edited.problems,
    typedId,
    typeIn,
    soughtField,
    seekField,
    actions,
    locked,
    lock,
    ms,
    setMs,
    seek,
    playback,
    open,
    previewed,
    preview,
    panel,
    showPanel,
    uploads,
    review,
    others,
  };
  return { shared, edited, notice };
};

const useKeys = ({ shared, edited: { undo, redo } }: ReturnType<typeof useEditor>, showKeys: () => void) => {
  const { actions, places, selection, selectAll, seek, clock, playback } = shared;
  useShortcuts({
    ...actions,
    undo,
    redo,
    fps: places.fps,
    isAnySelected: selection.length > 0,
    step: (frames) => seek(framesLater(clock.now(), frames, places)),
    togglePlayback: playback.toggle,
    pause: playback.pause,
    shuttle: (direction) =>
      playback.play(speedAfter('speed' in playback.state ? playback.state.speed : 0, direction)),
    selectNone: () => selectAll([]),
    selectEvery: () => selectAll(places.clips.map(({ id }) => id)),
    showKeys,
  });
  useRegions();
};

export const Editor = (props: EditorProps) => {
  const { access } = props;
  const editor = useEditor(props);
  const { shared, edited, notice } = editor;
  const { uploads } = shared;
  useTitle(nameOf(shared.document));
  const isDragged = useFileDrop(uploads.add);
  useClipboard({ ...shared, videoId: access.videoId, addFiles: uploads.add });
  const [areKeysShown, setKeysShown] = useState(false);
  const showKeys = (): void => setKeysShown(true);
  useKeys(editor, showKeys);
  const height = useTimelineHeight();
  const { isLater, onSeen } = useLater();
  return (
    <AccessContext value={access}>
      <SharedContext value={shared}>
        <div
          className="editor"
          style={{ '--timeline': `${height.now}px` } as CSSProperties}
          onPointerDownCapture={endTyping}
        >
          <TopBar
            showKeys={showKeys}
            undo={edited.canUndo ? edited.undo : undefined}
            redo={edited.canRedo ? edited.redo : undefined}
          />
          <Stage onSeen={onSeen} />
          <UploadList uploads={uploads} />
          {isLater && <SidePanel />}
          <Timeline {...{ height, isLater }} />
          {isDragged && <p className="drop-here">{t('Drop files to add them')}</p>}
          <p role="status" className="notice">
            {notice}
          </p>
          {areKeysShown && <KeyHelp close={() => setKeysShown(false)} />}
          <Problems problems={edited.problems} />
        </div>
      </SharedContext>
    </AccessContext>
  );
};
