import { expect } from 'chai';
import { breakIntoLines } from '../../../../../infrastructure/rendering/text/layout/line-breaking.js';
import { openFontLibrary } from '../../../../../infrastructure/rendering/text/fonts/fonts.js';
import { graphemesOf } from '../../../../../infrastructure/rendering/text/layout/segments.js';
import { directionsOf } from '../../../../../infrastructure/rendering/text/layout/bidi.js';
import { shapeLine } from '../../../../../infrastructure/rendering/text/layout/shaping.js';

const style = { family: 'Arial', weight: 400, italic: false, size: 20 };

/** "… is the official language of …", with `|` between words. */
const sentences = {
  Thai: 'ภาษา|ไทย|เป็น|ภาษา|ราชการ|ของ|ประเทศ|ไทย|และ|มี|ผู้|พูด|หลาย|ล้าน|คน',
  Lao: 'ພາສາ|ລາວ|ເປັນ|ພາສາ|ທາງການ|ຂອງ|ປະເທດ|ລາວ|ແລະ|ມີ|ຄົນ|ເວົ້າ|ຫຼາຍ|ລ້ານ|ຄົນ',
  Khmer: 'ភាសា|ខ្មែរ|ជា|ភាសា|ផ្លូវការ|របស់|ប្រទេស|កម្ពុជា|និង|មាន|មនុស្ស|ជា|ច្រើន|និយាយ',
  Burmese: 'မြန်မာ|ဘာသာ|စကား|သည်|မြန်မာ|နိုင်ငံ|၏|ရုံးသုံး|ဘာသာ|စကား|ဖြစ်|သည်',
};

describe('Lines of scripts without spaces between words', () => {
  const fonts = openFontLibrary();
  const widthIn = (text: string) => {
    const directions = directionsOf(text);
    return ({ start, end }: { start: number; end: number }): number =>
      shapeLine(text.slice(start, end), start, directions, style, fonts).width;
  };
  const linesOf = (text: string, width: number): ReadonlyArray<string> =>
    Array.from(breakIntoLines(text, width, widthIn(text)), ({ start, end }) => text.slice(start, end));

  for (const [language, marked] of Object.entries(sentences)) {
    const words = marked.split('|');
    const text = words.join('');
    const between = new Set(words.map((_, index) => words.slice(0, index + 1).join('').length));

    for (const width of [140, 180, 220, 300, 400])
      it(`end between words: ${language}, ${width} px`, () => {
        const lines = linesOf(text, width);
        expect(lines.join('')).to.equal(text);
        expect(lines.length).to.be.above(1);
        let end = 0;
        for (const line of lines) {
          end += line.length;
          expect(between.has(end), `${lines.join(' | ')} at ${end}`).to.equal(true);
          const measure = widthIn(text);
          expect(measure({ start: end - line.length, end })).to.be.at.most(width + 0.01);
        }
      });

    it(`end within a word only if it is wider than a line, and never within a character: ${language}`, () => {
      const ends = new Set(Array.from(graphemesOf(text), ({ text, index }) => index + text.length));
      const lines = linesOf(text, 30);
      let end = 0;
      for (const line of lines) {
        expect(line).to.not.match(/^\p{M}/u);
        expect(ends.has((end += line.length)), line).to.equal(true);
      }
      expect(lines.join('')).to.equal(text);
    });

    it(`contain several words if they fit: ${language}`, () => {
      const narrow = linesOf(text, 180).length;
      const whole = widthIn(text)({ start: 0, end: text.length });
      expect(narrow).to.be.at.most(Math.ceil(whole / 180) * 2);
      expect(linesOf(text, whole + 1)).to.deep.equal([text]);
    });
  }

  it('never begin with a mark that repeats or shortens the word before', () => {
    const text = 'ต่างๆ'.repeat(12) + 'กรุงเทพฯ'.repeat(6);
    for (const width of [60, 80, 100, 150])
      for (const line of linesOf(text, width)) expect(line).to.not.match(/^[\u0E2F\u0E46]/);
  });

  it('end where other scripts, spaces and zero-width spaces allow it', () => {
    expect(linesOf('ไทย Lao ລາວ', 45)).to.deep.equal(['ไทย', 'Lao', 'ລາວ']);
    expect(linesOf('กข\u200bคง', 30)).to.deep.equal(['กข\u200b', 'คง']);
    expect(linesOf('one two three', 75)).to.deep.equal(['one two', 'three']);
  });
});
