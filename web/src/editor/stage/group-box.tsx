import { useShared } from '../shared.js';
import { boxStyle } from './clip-box.js';
import { Handles } from './handles.js';
import { outerBox, stageClipsOf, shapingOf } from './stage-clips.js';

/** The outline of several selected clips, with handles to resize and rotate them together. */
export const GroupBox = ({ zoom }: { readonly zoom: number }) => {
  const { selection, places } = useShared();
  const pieces = stageClipsOf(places, selection);
  if (pieces.length < 2) return null;
  const box = outerBox(pieces);
  return (
    <div className="group-box" style={boxStyle({ box, rotation: 0 }, zoom)}>
      <Handles {...{ box, zoom }} rotation={0} shaping={shapingOf(places, pieces)} />
    </div>
  );
};
