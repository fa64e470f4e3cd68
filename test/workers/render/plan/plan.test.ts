import { expect } from 'chai';
import * as fc from 'fast-check';
import { type ClipPath, clipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { ProbedMedia } from '../../../../workers/render/ports/media-probe.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import type { Layer } from '../../../../workers/render/plan/layers.js';
import type { LocalSource } from '../../../../workers/render/plan/local-source.js';
import { planRender, type RenderPlan } from '../../../../workers/render/plan/plan.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';
import { NAMED_RATES, time } from '../../../support/pictures/timelines.js';
import { LONG } from '../../../support/long-form.js';

const media: ProbedMedia = {
  _tag: 'Media',
  container: 'mov,mp4,m4a,3gp,3g2,mj2',
  duration: 60_000,
  video: {
    stream: 0,
    codec: 'h264',
    width: 64,
    height: 64,
    pixelFormat: 'yuv420p',
    color: { matrix: 'bt709', range: 'tv' },
    hasAlpha: false,
    firstFrame: 0,
    lastFrame: 59_960,
    timeBase: 1000 / 90_000,
  },
  audio: { stream: 1, codec: 'aac', channels: 2, sampleRate: 44_100 },
};

const span = fc
  .tuple(time, fc.double({ min: 0.001, max: 20_000, noNaN: true }))
  .map(([start, length]) => ({ start, end: start + length }));
const clip = fc.record({
  type: fc.constantFrom('video', 'text', 'caption'),
  timeFrame: span,
  z: fc.integer({ min: -2, max: 2 }),
  offset: time,
});
const project = fc.record({
  fps: fc.oneof(fc.constantFrom(...NAMED_RATES), fc.double({ min: 1, max: 120, noNaN: true })),
  duration: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.double({ min: 1, max: 20_000, noNaN: true })),
  clips: fc.array(clip, { maxLength: 8 }),
  pieceSeconds: fc.constantFrom(0.5, 2, 5),
});
type Project = typeof project extends fc.Arbitrary<infer A> ? A : never;

const plan = ({ fps, duration, clips, pieceSeconds }: Project): RenderPlan => {
  const style = {};
  const composition = compositionOf(
    { fps, duration, canvas: { width: 64, height: 64 } },
    clips.map(({ type, timeFrame, z, offset }, index) => ({
      id: `clip-${index}`,
      type,
      timeFrame: type === 'video' ? { ...timeFrame, offset } : timeFrame,
      position: { x: 0, y: 0, z },
      ...(type === 'video' ? { source: 'a.mp4' } : {}),
      ...(type === 'text' ? { textProperties: { content: 'a' } } : {}),
      ...(type === 'caption'
        ? {
            captionProperties: {
              words: [{ start: 0, end: timeFrame.end, word: 'a' }],
              highlightTextProperties: style,
              nonHighlightTextProperties: style,
            },
          }
        : {}),
    })),
  );
  const sources = new Map<ClipPath, LocalSource>(
    clips.flatMap(({ type }, index) =>
      type === 'video' ? [[clipPath(index), { path: '/a.mp4', probed: media }] as const] : [],
    ),
  );
  return planRender(resolvedOf(composition), sources, { pieceSeconds });
};

const indexOf = (clip: ClipPath | undefined): number => Number(/\d+/.exec(clip ?? '')?.[0] ?? -1);
const clipOf = (layer: Layer, layerSources: RenderPlan['layerSources']): number =>
  indexOf(layer._tag === 'Pictures' ? layerSources[layer.layerSource]?.clip : layer.clip);

describe('The plan of a render', () => {
  const check = (law: (project: Project, plan: RenderPlan) => void): void =>
    fc.assert(
      fc.property(project, (project) => law(project, plan(project))),
      { numRuns: LONG ? 300 : 100 },
    );

  it('has exactly round(duration × fps / 1000) frames, at least one', () => {
    check(({ fps, duration }, { frames }) => {
      const exact = (duration * fps) / 1000;
      // Where the product is within rounding of a half, either neighbour is right.
      const isTie = Math.abs(exact - Math.floor(exact) - 0.5) < 1e-6;
      if (!isTie) expect(frames).to.equal(Math.max(1, Math.round(exact)));
    });
  });

  it('splits the timeline into pieces without gap or overlap', () => {
    check(({ pieceSeconds, fps }, { frames, pieces }) => {
      expect(pieces.map(({ span }) => span.from)).to.deep.equal([
        0,
        ...pieces.slice(0, -1).map(({ span }) => span.to),
      ]);
      expect(pieces.at(-1)?.span.to).to.equal(frames);
      for (const { span } of pieces)
        expect(span.to - span.from).to.be.within(1, Math.ceil(pieceSeconds * fps) * 8 + 2);
    });
  });

  it('shows each clip on exactly the frames within its time frame', () => {
    check(({ clips }, { frames, rate, pieces, layerSources }) => {
      for (const [index, { timeFrame }] of clips.entries()) {
        const shown = new Set<number>();
        for (const { span, layers } of pieces)
          for (const layer of layers)
            if (clipOf(layer, layerSources) === index)
              for (let n = layer.span.from; n < layer.span.to; n += 1) {
                expect(shown.has(span.from + n)).to.equal(false);
                shown.add(span.from + n);
              }
        for (let n = 0; n < frames; n += 1) {
          const instant = instantOf(n, rate);
          const onEdge = [timeFrame.start, timeFrame.end].some((edge) => Math.abs(instant - edge) < 2e-3);
          if (!onEdge)
            expect(shown.has(n), `frame ${n}`).to.equal(
              timeFrame.start <= instant && instant < timeFrame.end,
            );
        }
      }
    });
  });

  it('continues each part of a video where the previous one ended', () => {
    check(({ clips }, { rate, pieces }) => {
      for (const { span, layers } of pieces)
        for (const layer of layers) {
          if (layer._tag !== 'Video') continue;
          const { timeFrame, offset } = clips[indexOf(layer.clip)] ?? { timeFrame: { start: 0 }, offset: 0 };
          const wanted = instantOf(span.from + layer.span.from, rate) - timeFrame.start + offset;
          expect(layer.sourceFrom).to.be.closeTo(wanted, 2e-3);
        }
    });
  });

  it('sorts layers by z, then by their order in the list', () => {
    check(({ clips }, { pieces, layerSources }) => {
      for (const { layers } of pieces) {
        const order = layers.map((layer) => clipOf(layer, layerSources));
        const wanted = order.toSorted((a, b) => (clips[a]?.z ?? 0) - (clips[b]?.z ?? 0) || a - b);
        expect(order).to.deep.equal(wanted);
      }
    });
  });

  it('makes the audio exactly as long as the video', () => {
    check((_, { frames, rate, sound }) => {
      expect(sound.samples).to.equal(Math.round((frames * 48_000 * rate.den) / rate.num));
      for (const { from, to } of sound.parts)
        expect(0 <= from && from < to && to <= sound.samples).to.equal(true);
    });
  });
});
