import { Pencil, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { intersectionOf, type Rect } from '../../../../domain/composition/geometry/geometry.js';
import { IconButton } from '../../shared/buttons.js';
import { ClipTools } from '../clip-tools.js';
import { CLIPS } from '../media/asset-uses.js';
import { ReplaceDialog } from '../media/replace-dialog.js';
import type { PlacedClip } from '../places.js';
import { useShared } from '../shared.js';
import { isTyped } from './text-edit.js';
import { t } from '../../words/words.js';
import { outerBox, stageClipsOf } from './stage-clips.js';

/** The distance of the bar from the selected clips, below and above, where the handle is that turns them, in px. */
const BELOW = 14;
const ABOVE = 36;
/** The height of the bar, and its width with one extra button, in px. */
const HEIGHT = 40;
const WIDTH = 176;

interface ClipBarProps {
  /** The clips that are visible on the stage. */
  readonly onScreen: ReadonlyArray<PlacedClip>;
  readonly zoom: number;
}

/**
 * The top of the bar: below the selected clips, unless it would hide less of other texts above them.
 * @param bar the bar below the clips, px of the canvas
 * @param above the top of the bar above them
 */
const topOf = (bar: Rect, above: number, texts: ReadonlyArray<Rect>): number => {
  const hiddenAt = (y: number): number =>
    texts.reduce((area, text) => {
      const { width = 0, height = 0 } = intersectionOf({ ...bar, y }, text) ?? {};
      return area + width * height;
    }, 0);
  return above >= 0 && hiddenAt(above) < hiddenAt(bar.y) ? above : bar.y;
};

/** The most frequent actions on the selected clips, beside them on the canvas. */
export const ClipBar = ({ onScreen, zoom }: ClipBarProps) => {
  const { document, selection, places, typeIn } = useShared();
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
  const below = Math.max(0, Math.min((y + height) * zoom + BELOW, down - HEIGHT));
  const texts = onScreen.flatMap(({ id, type, placement }) =>
    placement && !selection.includes(id) && (type === 'text' || type === 'caption') ? [placement.box] : [],
  );
  const bar = { x: left / zoom, y: below / zoom, width: WIDTH / zoom, height: HEIGHT / zoom };
  const top = topOf(bar, y - (ABOVE + HEIGHT) / zoom, texts) * zoom;
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
        {onScreen.some((clip) => clip.id === only?.id && isTyped(clip)) && (
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
