import { expect } from 'chai';
import type { ResolvedText } from '../../../../domain/composition/resolve/resolved.js';
import { layOutText, textSize } from '../../../../infrastructure/rendering/text/layout/text-layout.js';
import { draw, fonts, inkOf, linesOf, text, widthOf } from '../../../support/pictures/drawn-text.js';

describe('The layout of a text', () => {
  it('is aligned at the top, middle or bottom of its box', async () => {
    const top = inkOf(await draw({ content: 'H' }));
    const middle = inkOf(await draw({ content: 'H', verticalAlign: 'middle' }));
    const bottom = inkOf(await draw({ content: 'H', verticalAlign: 'bottom' }));
    expect(middle.top - top.top).to.equal((120 - 24) / 2);
    expect(bottom.top - top.top).to.equal(120 - 24);
  });

  it('spaces letters and words in px, without ligatures', () => {
    expect(widthOf({ content: 'HHH', letterSpacing: 5 }) - widthOf({ content: 'HHH' })).to.be.closeTo(
      15,
      0.01,
    );
    expect(widthOf({ content: 'H H H', wordSpacing: 7 }) - widthOf({ content: 'H H H' })).to.be.closeTo(
      14,
      0.01,
    );
    const glyphs = (letterSpacing: number) =>
      linesOf({ content: 'fi', fontFamily: 'Montserrat', letterSpacing })[0]?.glyphs.length;
    expect(glyphs(3)).to.equal(2);
    expect(widthOf({ content: 'אבג', letterSpacing: 5 }) - widthOf({ content: 'אבג' })).to.be.closeTo(
      15,
      0.01,
    );
    expect(widthOf({ content: 'سلام', letterSpacing: 5 })).to.equal(widthOf({ content: 'سلام' }));
  });

  it('runs in the requested direction', () => {
    expect(linesOf({ content: 'abc' })[0]?.rightToLeft).to.equal(false);
    expect(linesOf({ content: 'abc', direction: 'rtl' })[0]?.rightToLeft).to.equal(true);
    expect(linesOf({ content: 'אבג', direction: 'ltr' })[0]?.rightToLeft).to.equal(false);
  });

  it('has at most the given number of lines, and ends in an ellipsis that fits', () => {
    const content = 'one two three four five six seven eight nine ten';
    expect(linesOf({ content }, 80)).to.have.length.above(4);
    expect(linesOf({ content, maxLines: 2 }, 80)).to.have.length(2);
    const shortened = linesOf({ content, maxLines: 2, overflow: 'ellipsis' }, 80);
    expect(shortened).to.have.length(2);
    const last = shortened[1]?.glyphs.at(-1)?.glyph;
    expect(last).to.equal(linesOf({ content: '…' })[0]?.glyphs[0]?.glyph);
    expect(shortened[1]?.width).to.be.at.most(80.01);
    // Three lines of 24 px fit 80 px.
    expect(linesOf({ content, overflow: 'ellipsis' }, 80, 80)).to.have.length(3);
    const whole = linesOf({ content: 'one', maxLines: 1, overflow: 'ellipsis' }, 80);
    expect(whole[0]?.glyphs).to.have.length(3);
  });

  it('ends in an ellipsis only if there is more text, not for line feeds at its end', () => {
    const glyphsOf = (content: string, more: object = {}) =>
      linesOf({ content, maxLines: 1, overflow: 'ellipsis', ...more }, 200).map(
        ({ glyphs }) => glyphs.length,
      );
    expect(glyphsOf('one')).to.deep.equal([3]);
    for (const end of ['\n', '\r\n', '\n \n\n']) expect(glyphsOf(`one${end}`), end).to.deep.equal([3]);
    expect(glyphsOf('one\n\ntwo')).to.deep.equal([4]);
    expect(glyphsOf('one\ntwo\n', { maxLines: 2 })).to.deep.equal([3, 3]);
    // A line of 24 px fits, a second one does not.
    const low = linesOf({ content: 'one\n', overflow: 'ellipsis' }, 200, 30);
    expect(low.map(({ glyphs }) => glyphs.length)).to.deep.equal([3]);
  });

  it('does not shrink for line feeds beyond its last line', () => {
    const size = (content: string) => {
      const own = { content, maxLines: 1, fitText: { min: 5, max: 60 } };
      return layOutText(text(own), { width: 300, height: 120 }, fonts).text.base.size;
    };
    expect(size('a')).to.equal(60);
    expect(size('a\n')).to.equal(60);
    expect(size('a\nb')).to.equal(5);
  });

  it('is clipped at its box if requested', async () => {
    const content = 'H\n'.repeat(12).trim();
    expect(inkOf(await draw({ content })).bottom).to.be.above(180);
    expect(inkOf(await draw({ content, overflow: 'clip' })).bottom).to.be.at.most(159);
    const visible = await draw({ content, overflow: 'visible' });
    expect(inkOf(visible).bottom).to.be.above(175);
    expect(visible.equals(await draw({ content })), 'the default').to.equal(true);
  });

  it('has the largest whole font size that fits its box', () => {
    const own = { content: 'Some words that are to fit', fitText: { min: 5, max: 200 } };
    const size = layOutText(text(own), { width: 300, height: 120 }, fonts).text.base.size;
    const fits = (fontSize: number) => {
      const lines = linesOf({ content: own.content, fontSize });
      return lines.length * fontSize * 1.2 <= 120.01 && lines.every((line) => !line.hasCutWord);
    };
    expect(Number.isInteger(size)).to.equal(true);
    expect(fits(size)).to.equal(true);
    expect(fits(size + 1)).to.equal(false);
    const long = layOutText(text({ ...own, content: 'x'.repeat(50) }), { width: 300, height: 120 }, fonts);
    expect([...long.lines]).to.have.length(1);
  });

  it('has a font size within the bounds of its fitting', () => {
    const size = (min: number, max: number, content: string) =>
      layOutText(text({ content, fitText: { min, max } }), { width: 300, height: 120 }, fonts).text.base.size;
    expect(size(5, 20, 'a')).to.equal(20);
    expect(size(5, 20.9, 'a')).to.equal(20);
    expect(size(60, 80, 'Some words that are to fit')).to.equal(60);
    expect(size(20.5, 20.8, 'a')).to.equal(20.5);
  });

  it('hyphenates words if requested, by the rules of the language', () => {
    const shown = (more: Partial<ResolvedText>): number =>
      [
        ...layOutText(text({ content: 'Donaudampfschifffahrt', ...more }), { width: 130, height: 400 }, fonts)
          .lines,
      ].length;
    const lines = (more: Partial<ResolvedText>) => [
      ...layOutText(
        text({ content: 'an extraordinary hyphenation', fontSize: 20, ...more }),
        { width: 110, height: 400 },
        fonts,
      ).lines,
    ];
    const auto = { hyphens: 'auto' as const };
    expect(lines({}).some(({ hasCutWord }) => hasCutWord)).to.equal(true);
    const divided = lines({ ...auto, lang: 'en-US' });
    expect(divided.some(({ hasCutWord }) => hasCutWord)).to.equal(false);
    for (const { width } of divided) expect(width).to.be.at.most(110.01);
    expect(lines({ ...auto, lang: 'xx' })).to.have.length(lines({}).length);
    expect(lines(auto)).to.have.length(lines({}).length);
    expect(shown({ ...auto, lang: 'de' })).to.be.at.least(2);
  });

  it('shows a hyphen where a soft one ends a line, if words are hyphenated', () => {
    const hyphen = linesOf({ content: '-' })[0]?.glyphs[0]?.glyph;
    const lines = (content: string, width: number) =>
      linesOf({ content, hyphens: 'auto', lang: 'xx' }, width).map(({ glyphs }) =>
        glyphs.map(({ glyph }) => glyph),
      );
    const narrow = widthOf({ content: 'Wort-' }) + 1;
    const [first, second, none] = lines('Wort\u00ADende', narrow);
    expect(none).to.equal(undefined);
    expect(first?.at(-1)).to.equal(hyphen);
    expect(second).to.deep.equal(lines('ende', narrow)[0]);
    for (const content of ['Wort\u00ADende', 'Wortende\u00AD'])
      expect(lines(content, 300).flat(), content).to.not.include(hyphen);
  });

  it('is measured with padding and border, and fits a box of that size', () => {
    const own = text({ content: 'Some words to measure', padding: 7, borderWidth: 3 });
    const free = textSize(own, 1000, fonts);
    expect(free).to.deep.equal({ width: Math.ceil(widthOf(own) + 20), height: 44 });
    const narrow = textSize(own, 120, fonts);
    expect(narrow.width).to.be.at.most(120);
    const inner = [...layOutText(own, { width: narrow.width - 20, height: narrow.height - 20 }, fonts).lines];
    expect(inner.length * 24 + 20).to.equal(narrow.height);
  });

  it('has lines as high as the tallest of their spans, each of which may state its own line height', () => {
    const spans = [{ text: 'A\n', lineHeight: 2 }, { text: 'B', fontSize: 40 }, { text: ' C\nD' }];
    const own = text({ content: 'A\nB C\nD', fontSize: 20, lineHeight: 1, spans });
    expect(textSize(own, 1000, fonts).height).to.equal(40 + 40 + 20);
  });

  it('stays in one line if it fits as a whole, although its parts are wider than it without kerning', () => {
    const own = text({
      content: 'growthlab.example/call',
      fontFamily: 'Sora',
      fontWeight: 600,
      fontSize: 27,
      letterSpacing: 2,
    });
    const { width, height } = textSize(own, 1000, fonts);
    expect([...layOutText(own, { width, height }, fonts).lines]).to.have.length(1);
  });
});

describe('Numbers that count', () => {
  it('are equally wide whatever their digits are', () => {
    const width = (content: string, more: Partial<ResolvedText> = {}): number =>
      [
        ...layOutText(text({ content, fontFamily: 'Inter', ...more }), { width: 1000, height: 100 }, fonts)
          .lines,
      ][0]?.width ?? 0;
    const counter = { from: 0, to: 1, decimals: 0, prefix: '', suffix: '', easing: 'linear' as const };
    expect(width('111', { counter })).to.equal(width('888', { counter }));
    expect(width('111')).to.be.below(width('888'));
  });
});
