import { signedInKey, type VideoAccess } from '../shared/access.js';
import { AddClip } from './add/add-clip.js';
import type { Shared } from './shared.js';
import { SaveState } from './saving/save-state.js';
import type { Saving } from './saving/use-saving.js';

interface TopBarProps extends Shared {
  readonly access: VideoAccess;
  readonly saving: Saving;
  /** Whether renders may be requested. */
  readonly mayRender: boolean;
  /** Takes the last change back; absent if there is none. */
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly showKeys: () => void;
}

/** What the link permits, if that is less than everything. */
const LinkNote = ({ access: { link } }: { readonly access: VideoAccess }) => {
  const { isViewOnly, expiresAt } = link;
  if (!isViewOnly && !expiresAt) return null;
  return (
    <span className="link-note">
      {isViewOnly && <strong>View only</strong>}
      {expiresAt && (
        <span>
          Link expires <time dateTime={expiresAt.toISOString()}>{expiresAt.toLocaleString()}</time>
        </span>
      )}
    </span>
  );
};

/** The name of the video, what can be added, and whether the work is saved. */
export const TopBar = ({ access, saving, mayRender, undo, redo, showKeys, ...shared }: TopBarProps) => (
  <header className="bar">
    <div className="tools">
      {signedInKey() !== undefined && <a href="/dashboard">Dashboard</a>}
      <h1>{shared.document.metadata.name}</h1>
    </div>
    {!shared.isReadOnly && (
      <AddClip
        {...shared}
        client={access.client}
        videoId={access.videoId}
        isSaved={saving.status._tag === 'Saved'}
        mayRender={mayRender}
      />
    )}
    <div className="tools">
      <LinkNote access={access} />
      <button
        type="button"
        className="show-keys"
        aria-keyshortcuts="?"
        title="What can be done by keyboard (?)"
        onClick={showKeys}
      >
        Keys
      </button>
      {!shared.isReadOnly && (
        <>
          <button type="button" disabled={!undo} onClick={undo}>
            Undo
          </button>
          <button type="button" disabled={!redo} onClick={redo}>
            Redo
          </button>
          <SaveState saving={saving} />
        </>
      )}
    </div>
  </header>
);
