import { expect } from 'chai';
import * as fc from 'fast-check';
import { lookAt } from '../../../../domain/composition/animation/look.js';
import { frameRate, instantOf } from '../../../../domain/composition/timeline.js';
import { planRender } from '../../../../workers/render/plan/plan.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';

const CANVAS = { width: 64, height: 64 };
const RATES = [10, 24, 29.97, 30, 60];
const LENGTH = 3000;

/** Instants of frames as clients compute or round them, times between frames, and pairs that are close together. */
const timesAt = (fps: number) =>
  fc
    .array(
      fc.tuple(
        fc.integer({ min: 0, max: Math.floor(fps * 2.5) }),
        fc.constantFrom(0, 0, 1, 3.5),
        fc.constantFrom(3, 5, 15),
        fc.option(fc.constantFrom(0.5, 1, 5), { nil: undefined }),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((times) => {
      const all = times.flatMap(([frame, between, decimals, after]) => {
        const time = Number(((frame * 1000) / fps + between).toFixed(decimals));
        return after === undefined ? [time] : [time, time + after];
      });
      return [...new Set(all)].toSorted((a, b) => a - b);
    });

const clipIn = (fps: number) =>
  fc.record({
    fps: fc.constant(fps),
    start: fc.integer({ min: 0, max: 40 }).map((frame) => (frame * 1000) / fps),
    times: timesAt(fps),
    easing: fc.constantFrom('linear', 'hold', 'easeOutBack'),
    transition: fc.record({
      type: fc.constantFrom('fade', 'slide', 'wipe'),
      duration: fc.constantFrom(1, 10, 100, (7 * 1000) / fps),
      easing: fc.constantFrom('linear', 'hold'),
    }),
  });

describe('A frame that is drawn once', () => {
  it('is shown only on frames on which the clip looks the same', () => {
    fc.assert(
      fc.property(fc.constantFrom(...RATES).chain(clipIn), ({ fps, start, times, easing, transition }) => {
        const points = times.map((time, index) => ({ time, value: (index % 2) * 20, easing }));
        const resolved = resolvedOf(
          compositionOf({ fps, duration: start + LENGTH, canvas: CANVAS }, [
            {
              type: 'shape',
              timeFrame: { start, duration: LENGTH },
              size: { width: 20, height: 20 },
              shapeProperties: { shape: 'ellipse' },
              keyframes: [{ property: 'position.x', points }],
              transition: { in: transition, out: transition },
            },
          ]),
        );
        const [clip] = resolved.clips;
        if (!clip) throw new Error('there is no clip');
        const rate = frameRate(fps);
        const seenOn = (frame: number) => lookAt(clip, instantOf(frame, rate) - clip.timeFrame.start, CANVAS);
        const plan = planRender(resolved, new Map(), { pieceSeconds: 5 });
        for (const { span, layers } of plan.pieces)
          for (const layer of layers) {
            if (layer._tag !== 'Pictures') continue;
            const source = plan.layerSources[layer.layerSource]?.layerSource;
            for (const { page, span: shown } of source?._tag === 'Scene' ? layer.cues : []) {
              const drawn = source?._tag === 'Scene' ? (source.frames[page] ?? -1) : -1;
              for (let frame = span.from + shown.from; frame < span.from + shown.to; frame += 1)
                expect(seenOn(drawn), `frame ${drawn} on ${frame}`).to.deep.equal(seenOn(frame));
            }
          }
      }),
      { numRuns: 300 },
    );
  });
});
