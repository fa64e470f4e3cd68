import { closeSync, openSync, readSync } from 'node:fs';
import { expect } from 'chai';
import * as fc from 'fast-check';
import sharp from 'sharp';
import {
  centreOf,
  type Rect,
  viewBeforeRotation,
} from '../../../../../domain/composition/geometry/geometry.js';
import { captionSvgs } from '../../../../../infrastructure/rendering/text/svg/caption-svg.js';
import {
  familyKey,
  findFontFiles,
  type FontFile,
  fontFolders,
} from '../../../../../infrastructure/rendering/text/fonts/font-files.js';
import { openFontLibrary } from '../../../../../infrastructure/rendering/text/fonts/fonts.js';
import { ownFace } from '../../../../../infrastructure/rendering/text/fonts/own-fonts.js';
import {
  shippedFaces,
  shippedFamilies,
} from '../../../../../infrastructure/rendering/text/fonts/shipped-fonts.js';
import { svgDocument } from '../../../../../infrastructure/rendering/text/svg/svg.js';
import { textSvg } from '../../../../../infrastructure/rendering/text/svg/text-svg.js';
import { TALLEST_GLYPH } from '../../../../../infrastructure/rendering/text/layout/visible-lines.js';
import { captionLook, textLook } from '../../../../support/pictures/long-texts.js';
import { LONG } from '../../../../support/long-form.js';

const CANVAS: Rect = { x: 0, y: 0, width: 96, height: 64 };
const RUNS = LONG ? 150 : 20;
const EVERYTHING: Rect = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };

/** Table `head` of an OpenType font: units per em, and the box that holds all glyphs. */
const headOf = ({ path, index }: FontFile) => {
  const file = openSync(path, 'r');
  const read = (position: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, position);
    return bytes;
  };
  try {
    const isCollection = read(0, 4).toString('latin1') === 'ttcf';
    const start = isCollection ? read(12 + 4 * index, 4).readUInt32BE() : 0;
    const tables = read(start + 12, read(start + 4, 2).readUInt16BE() * 16);
    const head = read(tables.readUInt32BE(tables.indexOf('head') + 8), 54);
    return { unitsPerEm: head.readUInt16BE(18), bottom: head.readInt16BE(38), top: head.readInt16BE(42) };
  } finally {
    closeSync(file);
  }
};

const sizes = fc.record({
  fontSize: fc.integer({ min: 4, max: 40 }),
  strokeWidth: fc.constantFrom(0, 0, 3, 20),
  padding: fc.constantFrom(0, 5),
  fontFamily: fc.constantFrom('Arial', 'Noto Nastaliq Urdu'),
  underline: fc.boolean(),
  fontStyle: fc.constantFrom('normal' as const, 'italic' as const),
});
const align = fc.constantFrom('left' as const, 'center' as const, 'right' as const, 'justify' as const);
const WORDS =
  'to be Wj longerword אבג نستعلیقی x\u0301\u0302\u0303\u0304\u0305\u0306 ภาษาไทย 日本 😀 Á\u0301'.split(' ');
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 40 });
const place = fc.record({
  x: fc.integer({ min: -90, max: 90 }),
  y: fc.integer({ min: -90, max: 70 }),
  width: fc.integer({ min: 20, max: 300 }),
  height: fc.integer({ min: 1, max: 60 }),
});
const rotation = fc.constantFrom(0, 0, 30, 90, 180, 271.5);

describe('The part of a text outside the canvas', () => {
  const fonts = openFontLibrary();
  const pixelsOf = async (svg: string, box: Rect, rotation: number): Promise<Buffer> =>
    sharp(svgDocument(svg, CANVAS, rotation, centreOf(box)))
      .raw()
      .toBuffer();
  const expectSame = async (draw: (view: Rect) => string, box: Rect, rotation: number): Promise<void> => {
    const seen = draw(viewBeforeRotation(CANVAS, rotation, centreOf(box)));
    const all = draw(EVERYTHING);
    expect(seen.length).to.be.at.most(all.length);
    if (seen !== all)
      expect((await pixelsOf(seen, box, rotation)).equals(await pixelsOf(all, box, rotation))).to.equal(true);
  };

  it('is left out without changing a visible pixel: texts', async () => {
    const lineHeight = fc.constantFrom(0.1, 0.7, 1.2, 3);
    await fc.assert(
      fc.asyncProperty(
        words,
        sizes,
        place,
        rotation,
        align,
        lineHeight,
        async (words, size, box, turn, textAlign, lineHeight) => {
          const text = {
            ...textLook,
            ...size,
            color: '#FF000080',
            textAlign,
            lineHeight,
            content: words.join(' '),
          };
          await expectSame((view) => textSvg(text, { box, view }, fonts).svg, box, turn);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('is left out without changing a visible pixel: captions', async () => {
    const plain = captionLook.nonHighlightTextProperties;
    await fc.assert(
      fc.asyncProperty(
        words,
        sizes,
        sizes,
        place,
        rotation,
        align,
        async (words, size, lit, box, turn, textAlign) => {
          const caption = {
            ...captionLook,
            maxWidth: box.width,
            textAlign,
            nonHighlightTextProperties: { ...plain, ...size, backgroundColor: '#00FF0080' },
            highlightTextProperties: { ...plain, ...lit, color: '#FF0000', borderWidth: 2 },
          };
          const group = { words, pages: [{ highlighted: 0 }] };
          await expectSame(
            (view) => captionSvgs(caption, group, { box, view }, fonts)[0]?.svg ?? '',
            box,
            turn,
          );
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('is determined by the tallest glyph of all fonts', () => {
    const files = findFontFiles(fontFolders());
    expect(files).to.not.have.length(0);
    for (const file of files) {
      const { unitsPerEm, bottom, top } = headOf(file);
      expect((top - bottom) / unitsPerEm, file.path).to.be.at.most(TALLEST_GLYPH);
    }
    for (const { family } of shippedFamilies())
      for (const face of shippedFaces(familyKey(family)))
        for (const { path } of [face, ...(face.further ?? [])]) {
          const { tallest } = ownFace({ family, path });
          expect(tallest, path).to.be.at.most(TALLEST_GLYPH);
        }
  });
});
