import type { Shared } from '../shared.js';
import { Handles, type Shaping } from './handles.js';
import { boundsOf, piecesOf, resizedTogether, turnedTogether } from './together.js';

type GroupBoxProps = Pick<Shared, 'document' | 'change' | 'selection' | 'places'> & {
  readonly zoom: number;
  readonly endGesture: () => void;
};

/** The outline of several selected clips, by which they are resized and rotated together. */
export const GroupBox = ({ document, change, selection, places, zoom, endGesture }: GroupBoxProps) => {
  const pieces = piecesOf(places, selection);
  if (pieces.length < 2) return null;
  const box = boundsOf(pieces);
  /** What is dragged is where the clips were at its beginning. */
  const shaping: Shaping = {
    name: selection.join(),
    resized: (before, by, hold) => resizedTogether(before, pieces, by, hold),
    turned: (before, degrees) => turnedTogether(before, pieces, degrees),
  };
  return (
    <div
      className="group-box"
      style={{
        left: box.x * zoom,
        top: box.y * zoom,
        width: box.width * zoom,
        height: box.height * zoom,
      }}
    >
      <Handles {...{ shaping, box, zoom, document, change }} rotation={0} end={endGesture} />
    </div>
  );
};
