import { type ClipPath, clipPath } from '../../../../domain/composition/clip-paths.js';
import { expect } from 'chai';
import * as fc from 'fast-check';
import type { ProbedMedia } from '../../../../workers/render/ports/media-probe.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import type { Layer, LocalSource } from '../../../../workers/render/plan/layers.js';
import { planRender, type RenderPlan } from '../../../../workers/render/plan/plan.js';
import { compositionOf, resolvedOf } from '../../../support/render.js';

const NAMED_RATES = [23.976, 24, 25, 29.97, 30, 50, 59.94, 60, 120];

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
    color: { matrix: 'bt709', range: 'tv', primaries: undefined, transfer: undefined },
    hasAlpha: false,
    firstFrame: 0,
    lastFrame: 59_960,
  },
  audio: { stream: 1, codec: 'aac', channels: 2, sampleRate: 44_100 },
};

const time = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.double({ min: 0, max: 20_000, noNaN: true }));
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
      { numRuns: 300 },
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

  it('rasterizes the visible pages of an animation, and shows each on exactly its frames', () => {
    const pages = fc.array(fc.integer({ min: 11, max: 400 }), { minLength: 2, maxLength: 40 });
    const plays = fc.integer({ min: 0, max: 3 });
    fc.assert(
      fc.property(
        pages,
        plays,
        time,
        fc.constantFrom(...NAMED_RATES),
        (pageDurations, plays, offset, fps) => {
          const composition = compositionOf({ fps, duration: 4000, canvas: { width: 64, height: 64 } }, [
            { type: 'image', source: 'a.gif', timeFrame: { start: 500, end: 3500, offset } },
          ]);
          const probed = { _tag: 'Image', width: 8, height: 8, pageDurations, plays } as const;
          const { pieces, layerSources, rate } = planRender(
            resolvedOf(composition),
            new Map([[clipPath(0), { path: '/a.gif', probed }]]),
            {
              pieceSeconds: 1,
            },
          );
          const layerSource = layerSources[1]?.layerSource;
          const painted = layerSource?._tag === 'Image' ? layerSource.pages : [];
          const round = pageDurations.reduce((sum, ms) => sum + ms, 0);
          const used = new Set<number>();
          for (const { span, layers } of pieces)
            for (const layer of layers)
              for (const { page, span: part } of layer._tag === 'Pictures' ? layer.cues : [])
                for (let n = span.from + part.from; n < span.from + part.to; n += 1) {
                  used.add(painted[page] ?? -1);
                  const at = instantOf(n, rate) - 500 + offset;
                  if (plays > 0 && at >= plays * round - 1e-3) continue;
                  let end = 0;
                  const ends = pageDurations.map((ms) => (end += ms));
                  const within = at % round;
                  const onEdge = [0, ...ends].some((edge) => Math.abs(edge - within) < 1e-2);
                  if (!onEdge) expect(painted[page]).to.equal(ends.findIndex((edge) => within < edge));
                }
          expect(painted).to.deep.equal([...used].toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('rasterizes only what is visible, for a single frame', () => {
    const texts = [0, 1000, 1200, 2000].map((start) => ({
      type: 'text',
      timeFrame: { start, end: start + 1000 },
      textProperties: { content: 'a' },
    }));
    const composition = compositionOf({ duration: 3000, canvas: { width: 64, height: 64 } }, texts);
    const paintedAt = (onlyFrameAt: number) =>
      planRender(resolvedOf(composition), new Map(), { pieceSeconds: 5, onlyFrameAt }).layerSources.map(
        ({ clip }) => clip,
      );
    expect(paintedAt(999)).to.deep.equal([undefined, clipPath(0)]);
    expect(paintedAt(1500)).to.deep.equal([undefined, clipPath(1), clipPath(2)]);
    expect(paintedAt(9999)).to.deep.equal([undefined, clipPath(3)]);
  });

  it('gives the layers of a single frame the rectangles that they have in the whole render', () => {
    const sliding = { type: 'slide', duration: 700, direction: 'right', distance: 31 };
    const shape = (x: number, transition: object) => ({
      type: 'shape',
      timeFrame: { start: 0, end: 1000 },
      position: { x, y: 5 },
      size: { width: 31, height: 21 },
      shapeProperties: { shape: 'star' },
      transition,
    });
    const composition = compositionOf({ duration: 1000, fps: 10, canvas: { width: 128, height: 64 } }, [
      shape(7, { in: sliding }),
      shape(61, { out: { ...sliding, direction: 'down' } }),
    ]);
    const rectsOf = ({ layerSources, pieces }: RenderPlan, frame: number) =>
      pieces
        .filter(({ span }) => span.from <= frame && frame < span.to)
        .flatMap(({ span, layers }) =>
          layers
            .filter((layer) => layer.span.from <= frame - span.from && frame - span.from < layer.span.to)
            .map((layer) => {
              if (layer._tag !== 'Pictures') return layer.rect;
              const source = layerSources[layer.layerSource]?.layerSource;
              return source?._tag === 'Scene' ? source.rect : undefined;
            }),
        );
    const whole = planRender(resolvedOf(composition), new Map(), { pieceSeconds: 0.4 });
    for (let frame = 0; frame < 10; frame += 1) {
      const onlyFrameAt = frame * 100;
      const single = planRender(resolvedOf(composition), new Map(), { pieceSeconds: 5, onlyFrameAt });
      expect(rectsOf(whole, frame)).to.have.length(2);
      expect(rectsOf(single, frame), `frame ${frame}`).to.deep.equal(rectsOf(whole, frame));
    }
  });
});
