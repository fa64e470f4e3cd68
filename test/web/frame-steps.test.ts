import { expect } from 'chai';
import * as fc from 'fast-check';
import { frameAt, frameCount, frameRate } from '../../domain/composition/timeline.js';
import type { Document } from '../../web/src/editor/document.js';
import { splitAt } from '../../web/src/editor/split.js';
import { framesLater, framesOfKey } from '../../web/src/editor/playback/frame-steps.js';
import { placesOf } from '../../web/src/editor/places.js';
import { newClip } from '../../web/src/editor/add/new-clips.js';
import { rightOf } from '../support/right-of.js';

describe('editor: steps by frames', () => {
  const timings = fc.record({
    fps: fc.constantFrom(1, 12, 23.976, 24, 25, 29.97002997, 30, 59.94, 60, 120),
    duration: fc.integer({ min: 1, max: 600_000 }),
  });
  const frameOf = (ms: number, { fps, duration }: { readonly fps: number; readonly duration: number }) => {
    const rate = frameRate(fps);
    return frameAt(ms, rate, frameCount(duration, rate)).from;
  };

  it('lead to the next frame and back, from any time, and stop at the ends', () => {
    fc.assert(
      fc.property(
        timings,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: -70, max: 70 }),
        (timing, at, count) => {
          const ms = at * timing.duration;
          const last = frameOf(timing.duration, timing);
          const wanted = Math.min(last, Math.max(0, frameOf(ms, timing) + count));
          const after = framesLater(ms, count, timing);
          expect(frameOf(after, timing)).to.equal(wanted);
          // What is asked of the service has six decimals.
          expect(frameOf(Number(after.toFixed(6)), timing)).to.equal(wanted);
          expect(framesLater(ms, -Infinity, timing)).to.equal(0);
          expect(frameOf(framesLater(ms, Infinity, timing), timing)).to.equal(last);
        },
      ),
    );
  });

  it('are made by comma and full stop, and by arrow keys that nothing else takes', () => {
    const free = { isAnySelected: false, takesArrows: false };
    const framesOf = (key: string, more: object = {}, focus: object = {}): number | undefined =>
      framesOfKey({ key, code: '', shiftKey: false, altKey: false, ...more }, 29.97, { ...free, ...focus });
    expect([framesOf(','), framesOf('.'), framesOf('ArrowLeft'), framesOf('ArrowRight')]).to.deep.equal([
      -1, 1, -1, 1,
    ]);
    expect(framesOf(';', { code: 'Comma', shiftKey: true }), 'on a German keyboard').to.equal(-30);
    expect(framesOf('ArrowRight', { shiftKey: true })).to.equal(30);
    expect(framesOf('ArrowRight', {}, { isAnySelected: true })).to.equal(undefined);
    expect(framesOf('.', {}, { isAnySelected: true, takesArrows: true })).to.equal(1);
    expect([framesOf('Home'), framesOf('End', {}, { isAnySelected: true })]).to.deep.equal([
      -Infinity,
      Infinity,
    ]);
    for (const key of ['Home', 'End', 'ArrowLeft'])
      expect(framesOf(key, {}, { takesArrows: true }), key).to.equal(undefined);
    expect(framesOf('.', { altKey: true })).to.equal(undefined);
  });

  it('leave the playhead where a clip is split, and added, on the frame that is shown', () => {
    const clip = {
      id: 'a',
      type: 'text',
      timeFrame: { start: 0, end: 2000 },
      textProperties: { content: 'a', fontSize: 20, color: '#ffffff' },
    };
    const document = {
      metadata: { name: 'a', duration: 2000, fps: 30 },
      clips: [clip],
    } as unknown as Document;
    const places = rightOf(placesOf(document));
    for (let frame = 1; frame < 59; frame++) {
      const ms = framesLater(0, frame, places);
      const [, second] = splitAt(document, ['a'], ms, places).clips;
      const added = newClip('text', ms, places)['timeFrame'];
      for (const timeFrame of [second?.timeFrame, added])
        expect(Math.ceil(((timeFrame as { readonly start: number }).start * 30) / 1000)).to.equal(frame);
    }
  });
});
