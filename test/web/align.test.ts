import { expect } from 'chai';
import * as fc from 'fast-check';
import { boundsOfRotated } from '../../domain/composition/geometry/geometry.js';
import type { Document } from '../../web/src/editor/document.js';
import { placesOf } from '../../web/src/editor/places.js';
import { aligned, distributed } from '../../web/src/editor/stage/align.js';
import { outerBox, stageClipsOf } from '../../web/src/editor/stage/stage-clips.js';
import { documentWith, textClip } from '../support/web/editor-documents.js';
import { rightOf } from '../support/right-of.js';

/** Positions are whole pixels. */
const ROUNDED = 0.51;

const SIDES = { x: 'width', y: 'height' } as const;

const clip = fc.record({
  position: fc.record({ x: fc.integer({ min: -500, max: 2000 }), y: fc.integer({ min: -500, max: 1200 }) }),
  size: fc.record({ width: fc.integer({ min: 8, max: 900 }), height: fc.integer({ min: 8, max: 900 }) }),
  rotation: fc.constantFrom(0, 0, 30, 90),
});

const documents = fc.array(clip, { minLength: 1, maxLength: 5 }).map((clips) =>
  documentWith(
    'Aligned',
    ...clips.map(({ position, size, rotation }, index) => ({
      ...textClip(`clip-${index}`, 0),
      position,
      size,
      transform: { rotation },
    })),
  ),
);

const clipsOf = (document: Document) => {
  const places = rightOf(placesOf(document));
  const ids = document.clips.map(({ id }) => id ?? '');
  return { canvas: places.canvas, clips: stageClipsOf(places, ids) };
};

const boundsIn = (document: Document) =>
  clipsOf(document).clips.map(({ box, rotation }) => boundsOfRotated(box, rotation));

describe('clips on the stage', () => {
  const alignments = fc.record({
    axis: fc.constantFrom('x' as const, 'y' as const),
    part: fc.constantFrom(0 as const, 0.5 as const, 1 as const),
  });

  it('are aligned with the canvas or with each other, however they are turned', () => {
    fc.assert(
      fc.property(documents, alignments, (document, alignment) => {
        const { canvas, clips } = clipsOf(document);
        const within = clips.length === 1 ? { x: 0, y: 0, ...canvas } : outerBox(clips);
        const { axis, part } = alignment;
        const at = within[axis] + within[SIDES[axis]] * part;
        for (const bounds of boundsIn(aligned(document, clips, within, alignment, canvas)))
          expect(bounds[axis] + bounds[SIDES[axis]] * part).to.be.closeTo(at, ROUNDED);
      }),
    );
  });

  it('get the same distances between them, and the outer ones stay where they are', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom('x' as const, 'y' as const), (document, axis) => {
        const { canvas, clips } = clipsOf(document);
        fc.pre(clips.length >= 3);
        const was = boundsIn(document);
        const order = [...was.keys()].toSorted((a, b) => (was[a]?.[axis] ?? 0) - (was[b]?.[axis] ?? 0));
        const is = boundsIn(distributed(document, clips, axis, canvas));
        for (const outer of [order[0] ?? 0, order.at(-1) ?? 0])
          expect(is[outer]?.[axis]).to.be.closeTo(was[outer]?.[axis] ?? NaN, ROUNDED);
        const inOrder = order.flatMap((index) => is[index] ?? []);
        const ends = inOrder.map((bounds) => bounds[axis] + bounds[SIDES[axis]]);
        const gaps = inOrder.slice(1).map((next, index) => next[axis] - (ends[index] ?? NaN));
        for (const gap of gaps) expect(gap).to.be.closeTo(gaps[0] ?? NaN, 4 * ROUNDED);
      }),
    );
  });

  it('are left alone where fewer than three are to get the same distances', () => {
    const document = documentWith('Two', textClip('a', 0), textClip('b', 50));
    const { canvas, clips } = clipsOf(document);
    expect(distributed(document, clips, 'x', canvas)).to.equal(document);
  });
});
