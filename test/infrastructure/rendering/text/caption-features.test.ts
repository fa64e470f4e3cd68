import { expect } from 'chai';
import type { ResolvedCaption, ResolvedTextStyle } from '../../../../domain/composition/resolve/resolved.js';
import { captionSize, captionSvgs } from '../../../../infrastructure/rendering/text/svg/caption-svg.js';
import { captionLook } from '../../../support/pictures/long-texts.js';
import { BOX, fonts, VIEW } from '../../../support/pictures/drawn-text.js';

describe('A caption', () => {
  const style = (own: object): ResolvedTextStyle => ({
    ...captionLook.nonHighlightTextProperties,
    fontSize: 20,
    padding: 0,
    ...own,
  });
  const caption = (own: object): ResolvedCaption => ({
    ...captionLook,
    maxWidth: 300,
    nonHighlightTextProperties: style(own),
    highlightTextProperties: style(own),
  });
  const svg = (words: ReadonlyArray<string>, own: object) =>
    captionSvgs(caption(own), { words, pages: [{ highlighted: 0 }] }, { box: BOX, view: VIEW }, fonts)[0]
      ?.svg;

  it('changes the case of letters, strikes them through, and has shadows and gradients', () => {
    expect(svg(['one', 'two'], { textTransform: 'uppercase' })).to.equal(svg(['ONE', 'TWO'], {}));
    const lines = (markup = '') => markup.split('<rect').length - 1;
    expect(lines(svg(['one', 'two'], { lineThrough: true }))).to.equal(2);
    expect(svg(['one'], { shadow: { x: 1, y: 1, blur: 2, color: '#000000' } })).to.contain('feGaussianBlur');
    const stops = [
      { offset: 0, color: '#FF0000' },
      { offset: 1, color: '#0000FF' },
    ];
    expect(svg(['one'], { color: { type: 'linear', angle: 0, stops } })).to.contain('linearGradient');
  });

  it('has one background behind each line, which stays still while words are highlighted', () => {
    const style = captionLook.nonHighlightTextProperties;
    const large = { ...style, fontSize: style.fontSize * 2 };
    const look = { ...captionLook, maxWidth: 300, highlightTextProperties: large };
    const textBackground = { color: '#112233', paddingX: 5, paddingY: 2, borderRadius: 0 } as const;
    const backgrounds = (mode: 'lines' | 'block') =>
      captionSvgs(
        { ...look, textBackground: { ...textBackground, mode } },
        {
          words: ['several', 'words', 'on', 'two', 'lines'],
          pages: [{ highlighted: 0 }, { highlighted: 1 }],
        },
        { box: BOX, view: VIEW },
        fonts,
      ).map(({ svg }) => /<path fill="[^"]*" d="([^"]*)"/.exec(svg)?.[1]);
    const [first = '', second] = backgrounds('lines');
    expect(first.split('M')).to.have.length(3);
    expect(second).to.equal(first);
    expect(backgrounds('block')[0]?.split('M')).to.have.length(2);
  });

  it('lies at the top, in the middle or at the bottom of its box', () => {
    const background = {
      color: '#112233',
      paddingX: 0,
      paddingY: 0,
      borderRadius: 0,
      mode: 'lines',
    } as const;
    const tops = (['top', 'middle', 'bottom'] as const).map((verticalAlign) => {
      const look = { ...caption({}), verticalAlign, textBackground: background };
      const place = { box: { ...BOX, y: 0, height: 124 }, view: VIEW };
      const [drawn] = captionSvgs(look, { words: ['one'], pages: [{ highlighted: 0 }] }, place, fonts);
      return Number(/<path fill="[^"]*" d="M[\d.]+[ ,]([\d.]+)/.exec(drawn?.svg ?? '')?.[1]);
    });
    const [top = 0, middle = 0, bottom = 0] = tops;
    expect([middle - top, bottom - top]).to.deep.equal([50, 100]);
  });

  it('is measured over all its groups of words', () => {
    const one = captionSize(caption({}), [['one']], fonts);
    const both = captionSize(caption({}), [['one'], Array.from({ length: 20 }, () => 'word')], fonts);
    expect(one.height).to.equal(24);
    expect(both.height)
      .to.be.above(24)
      .and.satisfy((height: number) => height % 24 === 0);
    expect(both.width).to.be.within(one.width, 300);
  });
});
