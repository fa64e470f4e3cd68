import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../domain/codec/codec.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { compositionOf, resolvedOf } from '../../support/renders/render.js';

const SHAPE = { type: 'shape', shapeProperties: { shape: 'rectangle' } };
const resolve = (clip: object) =>
  resolvedOf(compositionOf({ duration: 5000, canvas: { width: 1000, height: 500 } }, [clip])).clips[0];
const problems = (clip: object): ReadonlyArray<string> => {
  const decoded = decode(CreateVideoBody, { metadata: { name: 'n', duration: 1 }, clips: [clip] });
  return E.isLeft(decoded) ? decoded.left : [];
};

describe('Relative lengths', () => {
  it('may have as many digits as programs write', () => {
    const third = 100 / 3;
    const size = { width: `${third}%`, height: `${third / 1000}vmin` };
    const position = { x: `${-third}vw`, y: `${third / 1000}vh` };
    const keyframes = [{ property: 'position.x', points: [{ time: 0, value: `${-third}vmin` }] }];
    const clip = { ...SHAPE, timeFrame: { end: 1 }, size, position };
    expect(problems({ ...clip, keyframes })).to.deep.equal([]);
    expect(resolve(clip)?.size.width).to.be.closeTo(1000 / 3, 1e-9);
    expect(resolve(clip)?.position.x).to.be.closeTo(-1000 / 3, 1e-9);
  });

  it('may follow the larger side of the canvas', () => {
    const clip = { ...SHAPE, timeFrame: { end: 1 }, size: { width: '10vmax', height: '10vmin' } };
    expect(resolve(clip)?.size).to.deep.equal({ width: 100, height: 50 });
  });

  it('are neither negative nor 0 where that has no meaning', () => {
    const text = (style: object) =>
      problems({ type: 'text', timeFrame: { end: 1 }, textProperties: { content: 'a', ...style } });
    expect(text({ padding: '0%' })).to.deep.equal([]);
    expect(text({ padding: '-5%' })).to.deep.equal([
      'clips[0].textProperties.padding must be a number or a length like 12.5%, 3vw, 3vh or 3vmin, not negative',
    ]);
    expect(text({ fontSize: '0.0vh' })).to.deep.equal([
      'clips[0].textProperties.fontSize must be a number or a positive length like 12.5%, 3vw, 3vh or 3vmin',
    ]);
    expect(problems({ ...SHAPE, timeFrame: { end: 1 }, size: { width: '-1%' } })).to.deep.equal([
      'clips[0].size.width must be a number, auto or a positive length like 12.5%, 3vw, 3vh or 3vmin',
    ]);
  });

  it('of paddings are relative to the width of the canvas, or of the group', () => {
    const text = (padding: string) => ({
      type: 'text',
      timeFrame: { end: 1 },
      textProperties: { content: 'a', padding, fontSize: '20%' },
    });
    const paddingOf = (clip: ReturnType<typeof resolve>) =>
      clip?.type === 'text' ? [clip.textProperties.padding, clip.textProperties.fontSize] : [];
    const found = ['10%', '1vh', '2vw', '3vmin'].map((padding) => paddingOf(resolve(text(padding))));
    expect(found).to.deep.equal([
      [100, 100],
      [5, 100],
      [20, 100],
      [15, 100],
    ]);
    const size = { width: 200, height: 50 };
    const group = resolve({ type: 'group', timeFrame: { end: 1 }, size, clips: [text('10%')] });
    expect(group?.type === 'group' && paddingOf(group.clips[0])).to.deep.equal([20, 10]);
  });

  it('of font sizes are limited to the range of font sizes', () => {
    const sizes = ['99999%', '0.01%', '50%', 12].map((fontSize) => {
      const clip = resolve({
        type: 'text',
        timeFrame: { end: 1 },
        textProperties: { fontSize, spans: [{ text: 'a', fontSize }] },
      });
      const text = clip?.type === 'text' ? clip.textProperties : undefined;
      return [text?.fontSize, text?.spans?.[0]?.fontSize];
    });
    expect(sizes).to.deep.equal([
      [2000, 2000],
      [1, 1],
      [250, 250],
      [12, 12],
    ]);
  });
});
