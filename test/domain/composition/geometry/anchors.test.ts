import { expect } from 'chai';
import { placementOf } from '../../../../domain/composition/geometry/geometry.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';

/** The nine points, and their distances from the top left in halves of the sides. */
const POINTS: ReadonlyArray<readonly [string, number, number]> = [
  ['topLeft', 0, 0],
  ['top', 1, 0],
  ['topRight', 2, 0],
  ['left', 0, 1],
  ['center', 1, 1],
  ['right', 2, 1],
  ['bottomLeft', 0, 2],
  ['bottom', 1, 2],
  ['bottomRight', 2, 2],
];
const CANVAS = { width: 300, height: 200 };
const SIZE = { width: 40, height: 20 };
const shape = (position: object) => ({
  type: 'shape',
  timeFrame: { end: 1 },
  size: SIZE,
  transform: { scale: { x: 2, y: 3 }, rotation: 30 },
  position,
  shapeProperties: { shape: 'rectangle' },
});
const cornersOf = (clips: ReadonlyArray<object>) =>
  resolvedOf(compositionOf({ duration: 1000, canvas: CANVAS }, clips)).clips.map((clip) => {
    const [placed = clip] = clip.type === 'group' ? clip.clips : [];
    const { x, y } = placementOf(placed).box;
    return [x, y];
  });

describe('Anchors', () => {
  it('place each of the nine points of the scaled, unrotated box, 7 px right of and 9 px below a point of the canvas', () => {
    for (const [relativeTo, right, down] of POINTS)
      for (const [anchor, across, along] of POINTS)
        expect(
          cornersOf([shape({ x: 7, y: 9, anchor, relativeTo })]),
          `${anchor} at ${relativeTo}`,
        ).to.deep.equal([[right * 150 + 7 - across * 40, down * 100 + 9 - along * 30]]);
  });

  it('are the top left of both by default', () => {
    expect(cornersOf([shape({ x: 7, y: 9 })])).to.deep.equal([[7, 9]]);
    expect(cornersOf([shape({ x: 7, y: 9, anchor: 'bottomRight' })])).to.deep.equal([[7 - 80, 9 - 60]]);
    expect(cornersOf([shape({ x: 7, y: 9, relativeTo: 'bottomRight' })])).to.deep.equal([[307, 209]]);
  });

  it('count from points of the group in a group', () => {
    for (const [relativeTo, right, down] of POINTS) {
      const group = {
        type: 'group',
        timeFrame: { end: 1 },
        size: { width: 100, height: 60 },
        clips: [shape({ x: 7, y: 9, relativeTo })],
      };
      expect(cornersOf([group]), relativeTo).to.deep.equal([[right * 50 + 7, down * 30 + 9]]);
    }
  });
});
