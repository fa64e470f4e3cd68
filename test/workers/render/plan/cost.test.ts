import { expect } from 'chai';
import { findTooCostly } from '../../../../workers/render/plan/cost.js';
import { resultOf } from '../../../../workers/render/plan/steps.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';
import { track } from '../../../support/pictures/keyframes.js';

const shape = (more: object) => ({
  type: 'shape',
  timeFrame: { end: 'video' },
  size: { width: 1920, height: 1080 },
  shapeProperties: { shape: 'rectangle' },
  ...more,
});
const found = (clips: ReadonlyArray<object>, metadata: object = {}) =>
  resultOf(findTooCostly(resolvedOf(compositionOf({ duration: 60_000, ...metadata }, clips)), new Map()));
const blur = (amount: number) => ({ effects: { filters: [{ type: 'blur', amount }] } });

describe('The cost of a composition', () => {
  it('allows many layers with effects for a few minutes', () => {
    const layers = Array.from({ length: 40 }, () => shape(blur(20)));
    expect(found(layers, { duration: 180_000 })).to.equal(undefined);
  });

  it('is too high for a surface larger than any canvas, and names the clip', () => {
    const huge = shape({ size: { width: 16_000, height: 16_000 }, ...blur(1) });
    const group = {
      type: 'group',
      timeFrame: { end: 'video' },
      size: { width: 100, height: 100 },
      clips: [shape({}), huge],
    };
    expect(found([shape({}), huge])?.clip).to.equal('clips[1]');
    expect(found([shape({}), shape({}), group])?.clip).to.equal('clips[2].clips[1]');
  });

  it('is too high for a mask larger than any canvas, also if it would need no surface itself', () => {
    const mask = (side: number) => ({ id: 'm', ...shape({ size: { width: side, height: side } }) });
    const plain = { id: 'm', type: 'text', timeFrame: { end: 'video' }, textProperties: { content: 'W' } };
    const masked = shape({ effects: { mask: { clip: 'm' } } });
    expect(found([mask(8000), masked])).to.equal(undefined);
    expect(found([mask(9000), masked])?.clip).to.equal('clips[0]');
    expect(found([mask(9000)])).to.equal(undefined);
    const size = { width: 16_384, height: 16_384 };
    expect(found([masked, { ...plain, size }])?.clip).to.equal('clips[1]');
    const group = { type: 'group', timeFrame: { end: 'video' }, clips: [masked, mask(9000)] };
    expect(found([group])?.problem).to.match(/as a mask, it is larger/);
  });

  it('includes a mask for every clip that it masks, and the masks of masks', () => {
    const masked = (id: string, clip: string) => ({ ...shape({ effects: { mask: { clip } } }), id });
    const chain = Array.from({ length: 100 }, (_, index) => masked(`m${index}`, `m${index + 1}`));
    const last = { id: 'm100', ...shape({}) };
    const users = (count: number) => Array.from({ length: count }, (_, index) => masked(`u${index}`, 'm0'));
    const video = { duration: 10_000 };
    expect(found([...users(1), ...chain, last], video)).to.equal(undefined);
    expect(
      found(
        [...users(200), last].map((one) => ({ ...one, effects: {} })),
        video,
      ),
    ).to.equal(undefined);
    expect(found([...users(200), ...chain, last], video)?.problem).to.match(/more drawing/);
  });

  it('includes sizes that keyframes reach', () => {
    const growing = shape({
      ...blur(1),
      keyframes: [track('transform.scale.x', [0, 1], [1000, 90], [1100, 1])],
    });
    expect(found([growing])?.problem).to.match(/larger/);
  });

  it('is too high for very many layers at once, or for hours', () => {
    const dear = (count: number) =>
      Array.from({ length: count }, () =>
        shape({ effects: { filters: Array.from({ length: 16 }, () => ({ type: 'sharpen', amount: 1 })) } }),
      );
    expect(found(dear(100))?.problem).to.match(/too many/);
    expect(found(dear(12), { duration: 14_400_000, fps: 60 })?.problem).to.match(/too many/);
    expect(found(dear(3), { duration: 1000 })).to.equal(undefined);
  });

  it('grows with moving letters and their size, and only while they move', () => {
    const text = (content: string, more: object, animation: object) => ({
      type: 'text',
      timeFrame: { end: 'video' },
      size: { width: 1920, height: 1080 },
      textProperties: { content, fontSize: 100, ...more, animation: { type: 'blur', ...animation } },
    });
    const many = 'abcde '.repeat(300);
    const copies = (one: object, count: number) => Array.from({ length: count }, () => one);
    expect(found([text(many, { fontSize: 1000 }, { at: 'loop' })])?.clip).to.equal('clips[0]');
    expect(found([text(many, { fontSize: 1000 }, { at: 'loop' })])?.problem).to.match(/moving letters/);
    expect(found([text(many, {}, { at: 'in', duration: 500 })])).to.equal(undefined);
    const title = text('Kinetic typography', {}, { at: 'loop' });
    expect(found(copies(title, 40), { duration: 180_000 })).to.equal(undefined);
  });

  it('grows with the words of a caption that are shown at once', () => {
    const words = Array.from({ length: 2000 }, (_, index) => ({ word: 'w', start: index, end: index + 1 }));
    const caption = (maxWordsInFrame: number) => ({
      type: 'caption',
      timeFrame: { end: 'video' },
      size: { width: 1920, height: 1080 },
      captionProperties: {
        words,
        maxWordsInFrame,
        animation: 'pop',
        highlightTextProperties: { fontSize: 200 },
        nonHighlightTextProperties: { fontSize: 200 },
      },
    });
    expect(found([caption(2000)], { duration: 3_600_000 })?.clip).to.equal('clips[0]');
    expect(found([caption(5)], { duration: 3_600_000 })).to.equal(undefined);
  });
});
