import { Pencil, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../shared/buttons.js';
import { ClipTools } from '../clip-tools.js';
import { CLIPS } from '../media/asset-uses.js';
import { ReplaceDialog } from '../media/replace-dialog.js';
import type { PlacedClip } from '../places.js';
import { useShared } from '../shared.js';
import { t } from '../../words/words.js';
import { outerBox, stageClipsOf } from './stage-clips.js';

/** The distance of the bar below the selected clips, its height, and its width with one extra button, in px. */
const GAP = 14;
const HEIGHT = 40;
const WIDTH = 176;

interface ClipBarProps {
  /** The clips that are visible on the stage. */
  readonly onScreen: ReadonlyArray<PlacedClip>;
  readonly zoom: number;
  /** Starts editing the text of a clip on the stage. */
  readonly typeIn: (id: string) => void;
}

/** The most frequent actions on the selected clips, beside them on the canvas. */
export const ClipBar = ({ onScreen, zoom, typeIn }: ClipBarProps) => {
  const { document, selection, places } = useShared();
  const [replaced, replace] = useState<string>();
  const pieces = stageClipsOf(
    places,
    onScreen.map(({ id }) => id).filter((id) => selection.includes(id)),
  );
  if (pieces.length === 0) return null;
  const { x, y, width, height } = outerBox(pieces);
  const { canvas } = places;
  const [across, down] = [canvas.width * zoom, canvas.height * zoom];
  const left = Math.max(0, Math.min((x + width / 2) * zoom - WIDTH / 2, across - WIDTH));
  const top = Math.max(0, Math.min((y + height) * zoom + GAP, down - HEIGHT));
  const only = pieces.length === 1 ? document.clips.find(({ id }) => id === pieces[0]?.id) : undefined;
  const { id = '' } = only ?? {};
  return (
    <div className="clip-bar-room" style={{ height: top + HEIGHT }}>
      <div
        className="clip-bar tools tight"
        role="toolbar"
        aria-label={t('Clip actions')}
        style={{ marginLeft: left }}
        // A press on the bar must not select a clip or end the selection.
        onPointerDown={(event) => event.stopPropagation()}
      >
        {only?.type === 'text' && (
          <IconButton icon={Pencil} name={t('Edit the text')} onClick={() => typeIn(id)} />
        )}
        {only && CLIPS.has(only.type) && (
          <IconButton icon={RefreshCw} name={t('Replace')} onClick={() => replace(id)} />
        )}
        <span>
          <ClipTools names={['duplicate', 'forward', 'backward', 'remove']} />
        </span>
        {replaced !== undefined && <ReplaceDialog id={replaced} close={() => replace(undefined)} />}
      </div>
    </div>
  );
};
