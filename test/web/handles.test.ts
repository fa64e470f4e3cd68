import { expect } from 'chai';
import * as fc from 'fast-check';
import { centreOf, rotatedAbout } from '../../domain/composition/geometry/geometry.js';
import type { Document } from '../../web/src/editor/document.js';
import { placesOf } from '../../web/src/editor/places.js';
import { grownInProportion, handlesFor, resizeCursor } from '../../web/src/editor/stage/resize-handles.js';
import { snappedMove, snappedRotation } from '../../web/src/editor/stage/snapping.js';
import {
  outerBox,
  type StageClip,
  stageClipsOf,
  resizedAbout,
  resizedTogether,
  turnedTogether,
} from '../../web/src/editor/stage/stage-clips.js';
import { rightOf } from '../support/right-of.js';

const boxed = (id: string, position: object, more: object = {}) => ({
  id,
  type: 'video',
  source: 'https://media.example.org/a.mp4',
  timeFrame: { start: 1000, end: 3000 },
  position,
  size: { width: 100, height: 40 },
  ...more,
});
const documentOf = (...clips: ReadonlyArray<object>): Document =>
  ({ metadata: { name: 'a', duration: 5000 }, clips }) as unknown as Document;
const piecesIn = (document: Document) => stageClipsOf(rightOf(placesOf(document)), ['a', 'b']);
const placesAfter = (document: Document) =>
  piecesIn(document).map(({ box, rotation }) => ({ ...box, rotation }));

describe('editor: handles of clips', () => {
  it('resize clips together around their upper left corner, whatever they are anchored to', () => {
    const document = documentOf(
      boxed('a', { x: 200, y: 100 }),
      boxed('b', { x: '50%', y: 360, anchor: 'bottomRight' }),
    );
    const pieces = piecesIn(document);
    const bounds = outerBox(pieces);
    const doubled = resizedTogether(document, pieces, { x: bounds.width, y: bounds.height });
    const { x, y } = bounds;
    expect(placesAfter(doubled)).to.deep.equal(
      pieces.map(({ box, rotation }) => ({
        x: x + (box.x - x) * 2,
        y: y + (box.y - y) * 2,
        width: 200,
        height: 80,
        rotation,
      })),
    );
    expect(doubled.clips[1]?.position?.x).to.match(/%$/);
  });

  it('resize a clip about the point opposite to a handle, however it is anchored and turned', () => {
    const part = fc.constantFrom(0, 0.5, 1);
    const anchors = fc.constantFrom('topLeft', 'center', 'bottomRight');
    const growth = fc.integer({ min: -20, max: 300 });
    fc.assert(
      fc.property(
        anchors,
        fc.integer({ min: -180, max: 180 }),
        fc.record({ x: part, y: part }),
        fc.record({ x: growth, y: growth }),
        (anchor, rotation, hold, by) => {
          const document = documentOf(
            boxed('a', { x: '30%', y: 200, anchor }, { transform: { rotation, scale: { x: 2, y: 2 } } }),
          );
          const places = rightOf(placesOf(document));
          const [before] = stageClipsOf(places, ['a']);
          if (!before) throw new Error('the clip is not on the stage');
          const resized = resizedAbout({ document, places }, before, by, hold);
          const [after] = piecesIn(resized);
          if (!after) throw new Error('the clip is not on the stage');
          const held = ({ box, rotation: degrees }: StageClip) =>
            rotatedAbout(
              { x: box.x + box.width * hold.x, y: box.y + box.height * hold.y },
              centreOf(box),
              degrees,
            );
          const [was, is] = [held(before), held(after)];
          // Coordinates are whole pixels, or hundredths of a percent.
          expect(Math.max(Math.abs(was.x - is.x), Math.abs(was.y - is.y))).to.be.at.most(0.6);
          expect(after.box.width).to.be.closeTo(Math.max(16, before.box.width + by.x), 1);
        },
      ),
    );
  });

  it('resize clips together about any point of what holds them', () => {
    const document = documentOf(boxed('a', { x: 200, y: 100 }), boxed('b', { x: 400, y: 100 }));
    const pieces = piecesIn(document);
    const halved = resizedTogether(document, pieces, { x: -150, y: 0 }, { x: 1, y: 1 });
    expect(placesAfter(halved)).to.deep.equal([
      { x: 350, y: 100, width: 50, height: 40, rotation: 0 },
      { x: 450, y: 100, width: 50, height: 40, rotation: 0 },
    ]);
  });

  it('offer the handles that a clip has room for, and grow in proportion on demand', () => {
    expect(handlesFor({ width: 300, height: 300 })).to.have.length(8);
    expect(handlesFor({ width: 300, height: 30 })).to.have.members(['nw', 'n', 'ne', 'se', 's', 'sw']);
    expect(handlesFor({ width: 300, height: 12 })).to.deep.equal(['se']);
    expect(grownInProportion({ width: 200, height: 100 }, { x: 10, y: -40 })).to.deep.equal({
      x: -80,
      y: -40,
    });
    expect(resizeCursor('n', 0)).to.equal('ns-resize');
    expect(resizeCursor('nw', 0)).to.equal('nwse-resize');
    expect(resizeCursor('n', 90)).to.equal('ew-resize');
  });

  it('rotate clips together around their common centre', () => {
    const document = documentOf(boxed('a', { x: 200, y: 100 }), boxed('b', { x: 400, y: 100 }));
    const pieces = piecesIn(document);
    expect(placesAfter(turnedTogether(document, pieces, 90))).to.deep.equal([
      { x: 300, y: 0, width: 100, height: 40, rotation: 90 },
      { x: 300, y: 200, width: 100, height: 40, rotation: 90 },
    ]);
  });

  it('snap to lines that are near, and to eighths of a turn', () => {
    const box = { x: 0, y: 0, width: 100, height: 50 };
    const targets = { x: [0, 640], y: [360] };
    expect(snappedMove(box, { x: 588, y: 100 }, targets, 5)).to.deep.equal({
      x: 590,
      y: 100,
      guides: { x: 640 },
    });
    expect([44, 50, 178, -181].map(snappedRotation)).to.deep.equal([45, 50, -180, -180]);
  });
});
