import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../domain/codec/codec.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import type { CompositionFacts } from '../../../domain/composition/resolve/facts.js';
import { resolveComposition } from '../../../domain/composition/resolve/resolve.js';
import { resolutionOf } from '../../../domain/composition/resolve/resolution.js';
import { rightOf } from '../../support/right-of.js';
import { compositionOf } from '../../support/renders/render.js';

const SHAPE = { type: 'shape', shapeProperties: { shape: 'rectangle' } };
const VIDEO = { type: 'video', source: 'https://example.com/a.mp4' };
const facts = (media: CompositionFacts['media'] = new Map()): CompositionFacts => ({
  media,
  texts: new Map(),
});
const resolve = (metadata: object, clips: ReadonlyArray<object>, known = facts()) =>
  rightOf(resolveComposition(compositionOf({ duration: 5000, ...metadata }, clips), known));
const problems = (clips: ReadonlyArray<object>): ReadonlyArray<string> => {
  const decoded = decode(CreateVideoBody, { metadata: { name: 'n', duration: 1 }, clips });
  return E.isLeft(decoded) ? decoded.left : [];
};

describe('Resolving a composition', () => {
  it('leaves a composition without automatic values unchanged', () => {
    const composition = compositionOf({ duration: 5000 }, [{ ...SHAPE, id: 'a', timeFrame: { end: 100 } }]);
    expect(resolveComposition(composition, facts())).to.deep.equal(E.right(composition));
  });

  it('starts clips after others in any list order, and ends with the last', () => {
    const clips = [
      { ...SHAPE, id: 'c', timeFrame: { after: 'b', gap: -100, duration: 300 } },
      { ...SHAPE, id: 'a', timeFrame: { end: 1000 } },
      { ...SHAPE, id: 'b', timeFrame: { after: 'a', duration: 500 } },
      { ...SHAPE, id: 'd', timeFrame: { end: 'video' } },
    ];
    const times = (list: ReadonlyArray<object>) => {
      const { metadata, clips: resolved } = resolve({ duration: 'auto' }, list);
      const byId = resolved.map(({ id, timeFrame: { start, end } }) => [id, start, end] as const);
      return [metadata.duration, ...byId.toSorted(([a], [b]) => (a < b ? -1 : 1))];
    };
    expect(times(clips)).to.deep.equal([
      1700,
      ['a', 0, 1000],
      ['b', 1000, 1500],
      ['c', 1400, 1700],
      ['d', 0, 1700],
    ]);
    expect(times(clips.toReversed())).to.deep.equal(times(clips));
  });

  it('takes ends, sizes and the canvas from the media', () => {
    const media = new Map([['v', { size: { width: 641, height: 359 }, durationMs: 2500 }]]);
    const { metadata, clips } = resolve(
      { duration: 'auto', canvas: { width: 'auto', height: 'auto' } },
      [
        {
          ...VIDEO,
          id: 'v',
          timeFrame: { start: 100, end: 'source', offset: 500 },
          size: { width: 'auto', height: 718 },
        },
      ],
      facts(media),
    );
    expect(metadata).to.deep.include({ duration: 2100, canvas: { width: 642, height: 360 } });
    expect(clips[0]).to.deep.include({ size: { width: 1282, height: 718 } });
  });

  it('takes the canvas from the first video, in groups too, else from the first image, within the limits', () => {
    const sized = (id: string, width: number, height: number) => [id, { size: { width, height } }] as const;
    const known = facts(
      new Map([sized('i', 300, 100), sized('v', 65, 37), sized('w', 90, 160), sized('thin', 5000, 3)]),
    );
    const image = (id: string) => ({
      type: 'image',
      source: 'https://example.com/a.png',
      id,
      timeFrame: { end: 1 },
    });
    const video = (id: string, start: number) => ({ ...VIDEO, id, timeFrame: { start, duration: 1 } });
    const group = { type: 'group', id: 'g', timeFrame: { end: 1 }, clips: [image('i'), video('v', 5)] };
    const canvasOf = (canvas: object, ...clips: ReadonlyArray<object>) =>
      resolve({ canvas }, clips, known).metadata.canvas;
    const auto = { width: 'auto', height: 'auto' };
    expect(canvasOf(auto, image('i'), video('v', 100), video('w', 0))).to.deep.equal({
      width: 66,
      height: 38,
    });
    expect(canvasOf(auto, group, video('w', 0))).to.deep.equal({ width: 66, height: 38 });
    expect(canvasOf(auto, { ...SHAPE, timeFrame: { end: 1 } }, image('i'))).to.deep.equal({
      width: 300,
      height: 100,
    });
    expect(canvasOf({ width: 'auto', height: 720 }, video('w', 0))).to.deep.equal({
      width: 406,
      height: 720,
    });
    expect(canvasOf({ width: 1080, height: 'auto' }, image('i'))).to.deep.equal({ width: 1080, height: 360 });
    expect(canvasOf(auto, image('thin'))).to.deep.equal({ width: 5000, height: 16 });
  });

  it('keeps the aspect ratio of media that is larger than a box may be', () => {
    const media = new Map([['v', { size: { width: 32_768, height: 4000 } }]]);
    const auto = { width: 'auto', height: 'auto' };
    const { metadata, clips } = resolve(
      { canvas: auto },
      [{ ...VIDEO, id: 'v', timeFrame: { end: 100 }, size: auto }],
      facts(media),
    );
    expect(clips[0]).to.deep.include({ size: { width: 16_384, height: 2000 } });
    expect(metadata.canvas).to.deep.equal({ width: 7680, height: 938 });
  });

  it('ends a group with its last clip, and lets its clips last until its end', () => {
    const inner = [
      { ...SHAPE, id: 'a', timeFrame: { start: 200, end: 900 } },
      { ...SHAPE, id: 'b', timeFrame: { start: 100, end: 'video' } },
    ];
    const group = {
      type: 'group',
      id: 'g',
      timeFrame: { start: 50, end: 'source', offset: 300 },
      clips: inner,
    };
    const { metadata, clips } = resolve({ duration: 'auto' }, [group]);
    const [resolved] = clips;
    expect(metadata.duration).to.equal(950);
    expect(resolved?.timeFrame).to.include({ start: 50, end: 950 });
    expect(resolved?.type === 'group' && resolved.clips.map(({ timeFrame }) => timeFrame)).to.deep.equal([
      { start: 200, end: 900 },
      { start: 100, end: 900 },
    ]);
  });

  it('names the clip with a value that cannot be determined', () => {
    const composition = compositionOf({ duration: 5000 }, [
      { ...VIDEO, id: 'v', timeFrame: { end: 'source' } },
    ]);
    expect(resolveComposition(composition, facts())).to.deep.equal(
      E.left({ clip: 'v', problem: 'timeFrame.end is "source", but the media has no duration' }),
    );
  });

  it('resolves positions relative to a point of the canvas, and lengths relative to its sides', () => {
    const { clips } = resolve({ canvas: { width: 1000, height: 500 } }, [
      {
        ...SHAPE,
        timeFrame: { end: 1 },
        position: { x: '-10%', y: '2vmin', anchor: 'bottomRight', relativeTo: 'bottomRight' },
        size: { width: '25%', height: '10vw' },
      },
      {
        ...SHAPE,
        timeFrame: { end: 1 },
        position: { x: '1vh', y: '50%' },
        size: { width: '2vmin', height: '12.5vh' },
      },
    ]);
    expect(clips[1]).to.deep.include({
      position: { x: 5, y: 250, z: 0 },
      size: { width: 10, height: 62.5 },
    });
    expect(clips[0]).to.deep.include({
      position: { x: 900, y: 510, z: 0, anchor: 'bottomRight' },
      size: { width: 250, height: 100 },
    });
  });

  it('resolves keyframes of positions and sizes in the same way, even in groups', () => {
    const track = (property: string, ...values: ReadonlyArray<number | string>) => ({
      property,
      points: values.map((value, index) => ({ time: index, value })),
    });
    const clip = {
      ...SHAPE,
      timeFrame: { end: 1 },
      position: { anchor: 'center', relativeTo: 'center' },
      keyframes: [
        track('position.x', 0, '-50%', '3vw'),
        track('position.y', 20, '10%'),
        track('size.width', 40, '100%'),
        track('size.height', '100%', '1vmin', '99999%'),
        track('transform.rotation', 0, 90),
      ],
    };
    const text = {
      type: 'text',
      timeFrame: { end: 1 },
      textProperties: { content: 'a' },
      keyframes: [track('textProperties.fontSize', 10, '12%', '3vw')],
    };
    const group = { type: 'group', timeFrame: { end: 1 }, size: { width: 200, height: 100 }, clips: [clip] };
    const resolved = resolve({ canvas: { width: 1000, height: 500 } }, [clip, text, group]).clips;
    const valuesOf = ({ keyframes = [] }: (typeof resolved)[number]) =>
      keyframes.map(({ points }) => points.map(({ value }) => value));
    const [first, second, third] = resolved;
    expect(first && valuesOf(first)).to.deep.equal([
      [500, 0, 530],
      [270, 300],
      [40, 1000],
      [500, 5, 16_384],
      [0, 90],
    ]);
    expect(second && valuesOf(second)).to.deep.equal([[10, 60, 30]]);
    const inner = third?.type === 'group' ? third.clips[0] : undefined;
    expect(inner && valuesOf(inner)).to.deep.equal([
      [100, 0, 106],
      [70, 60],
      [40, 200],
      [100, 1, 16_384],
      [0, 90],
    ]);
  });

  it('takes relative keyframes only for positions, sizes and font sizes', () => {
    const keyframesOf = (property: string, value: unknown) =>
      problems([
        { ...SHAPE, timeFrame: { end: 1 }, keyframes: [{ property, points: [{ time: 0, value }] }] },
      ]);
    for (const value of ['1%', '-20vw', '0%']) expect(keyframesOf('position.x', value)).to.deep.equal([]);
    expect(keyframesOf('size.width', '0vw')).to.have.length(1);
    expect(keyframesOf('size.width', '#FF0000')).to.have.length(1);
    expect(keyframesOf('effects.opacity', '50%')).to.have.length(1);
    expect(keyframesOf('transform.rotation', '50%')).to.have.length(1);
  });

  it('returns the numbers that replace automatic values, and nothing if there are none', () => {
    const written = compositionOf({ duration: 5000 }, [{ ...SHAPE, id: 'a', timeFrame: { end: 100 } }]);
    expect(resolutionOf(written, rightOf(resolveComposition(written, facts())))).to.equal(undefined);
    const open = compositionOf({ duration: 'auto', canvas: { width: 200, height: 100 } }, [
      {
        type: 'group',
        id: 'g',
        timeFrame: { end: 900 },
        size: { width: '50%', height: 80 },
        position: { anchor: 'center', relativeTo: 'center' },
        transform: { scale: { x: 0.5, y: 1 } },
        clips: [{ ...SHAPE, id: 'a', timeFrame: { duration: 300 }, size: { width: '10%', height: 8 } }],
      },
    ]);
    expect(resolutionOf(open, rightOf(resolveComposition(open, facts())))).to.deep.equal({
      duration: 900,
      canvas: { width: 200, height: 100 },
      clips: [
        { id: 'g', start: 0, end: 900, x: 75, y: 10, width: 50, height: 80 },
        { id: 'a', start: 0, end: 300, x: 0, y: 0, width: 10, height: 8 },
      ],
    });
  });
});
