import { CloudCheck, Keyboard, Redo2, Share, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { signedInKey } from '../shared/access.js';
import { Button, IconButton } from '../shared/buttons.js';
import { loaded } from '../shared/loaded.js';
import { LinkNote } from '../shared/link-note.js';
import { Logo } from '../shared/logo.js';
import { Avatars } from '../presence/people.js';
import { AddClip } from './add/add-clip.js';
import { useAccess, useShared } from './shared.js';
import { SaveState } from './saving/save-state.js';
import { nameOf } from './variables/shown-document.js';
import { t } from '../words/words.js';

/** The dialog is loaded when it is first opened. */
const ExportDialog = loaded(async () => (await import('./export/export-dialog.js')).ExportDialog);

interface TopBarProps {
  /** Takes the last change back; absent if there is none. */
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly showKeys: () => void;
}

/** The name of the video, what can be added, whether the work is saved, and how it is taken out. */
export const TopBar = ({ undo, redo, showKeys }: TopBarProps) => {
  const { link, renderOptions } = useAccess();
  const { document, places, saving, isSaved, others } = useShared();
  const [isExporting, setExporting] = useState(false);
  return (
    <header className="bar">
      <div className="tools">
        <Logo href={signedInKey() === undefined ? undefined : '/dashboard'} />
        <h1 title={nameOf(document)}>{nameOf(document)}</h1>
        <div className="tools tight">
          <IconButton icon={Undo2} name={t('Undo')} keys="Control+Z" disabled={!undo} onClick={undo} />
          <IconButton icon={Redo2} name={t('Redo')} keys="Control+Y" disabled={!redo} onClick={redo} />
        </div>
      </div>
      <AddClip />
      <div className="tools">
        <Avatars people={others} labelOf={(id) => places.clips.find((clip) => clip.id === id)?.label} />
        <LinkNote link={link} />
        {isSaved && <CloudCheck size={16} aria-hidden="true" className="save-state" />}
        <SaveState saving={saving} />
        <IconButton icon={Keyboard} name={t('Keys')} keys="?" className="show-keys" onClick={showKeys} />
        {renderOptions.length > 0 && (
          <Button icon={Share} text={t('Export')} className="primary" onClick={() => setExporting(true)} />
        )}
      </div>
      {isExporting && <ExportDialog close={() => setExporting(false)} />}
    </header>
  );
};
