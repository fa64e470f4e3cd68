import { type DragEvent, useState } from 'react';
import { useWindowEvent } from '../../shared/use-window-event.js';
import { useShared } from '../shared.js';
import type { Asset } from '../../../../clients/typescript/core/types.js';

/** The asset that is dragged out of the media panel. Data from other pages is not read. */
let dragged: Asset | undefined;

/** Attributes of a card that can be dragged into the video. */
export const draggedAsset = (asset: Asset) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => {
    dragged = asset;
    dataTransfer.setData('text/plain', asset.name); // Firefox drags nothing without it
  },
});

interface AssetDropProps {
  /** The scale of the timeline; absent: clips begin at the playhead. */
  readonly pxPerMs?: number;
}

/** An area on which assets can be dropped. On the timeline, the clip begins at the position of the drop. */
export const AssetDrop = ({ pxPerMs }: AssetDropProps) => {
  const { uploads } = useShared();
  const [isOn, setOn] = useState(false);
  const [x, setX] = useState<number>();
  useWindowEvent('dragstart', () => setOn(dragged !== undefined));
  useWindowEvent('dragend', () => {
    dragged = undefined;
    setOn(false);
    setX(undefined);
  });
  if (!isOn) return undefined;
  return (
    <div
      className="asset-drop"
      onDragOver={(event) => {
        event.preventDefault();
        setX(event.clientX - event.currentTarget.getBoundingClientRect().left);
      }}
      onDragLeave={() => setX(undefined)}
      onDrop={(event) => {
        event.preventDefault();
        if (dragged) uploads.use(dragged, pxPerMs === undefined ? undefined : Math.round((x ?? 0) / pxPerMs));
      }}
    >
      {pxPerMs !== undefined && x !== undefined && <span className="playhead" style={{ left: x }} />}
    </div>
  );
};
