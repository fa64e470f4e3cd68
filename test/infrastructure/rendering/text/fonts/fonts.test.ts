import { existsSync } from 'node:fs';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { familyKey, fontFolders } from '../../../../../infrastructure/rendering/text/fonts/font-files.js';
import { openFontLibrary } from '../../../../../infrastructure/rendering/text/fonts/fonts.js';
import { BrokenFont, ownFace } from '../../../../../infrastructure/rendering/text/fonts/own-fonts.js';
import {
  shippedFaces,
  shippedFamilies,
} from '../../../../../infrastructure/rendering/text/fonts/shipped-fonts.js';

const FAMILIES = (
  'Aileron, Anton, Arapey, Architects Daughter, Archivo, Barlow, Bebas Neue, Bricolage Grotesque, Cabin, ' +
  'Carlito, Cinzel, Clear Sans, Comfortaa, Cormorant Garamond, DM Sans, Didact Gothic, EB Garamond, Fraunces, Fredoka, ' +
  'Great Vibes, IBM Plex Sans Arabic, IBM Plex Sans Thai, Instrument Serif, Inter, JetBrains Mono, Lato, Libre Baskerville, Lora, Manrope, ' +
  'Merriweather, Montserrat, Nunito, Open Sans, Oswald, Outfit, Pacifico, Patua One, Permanent Marker, ' +
  'Playfair Display, Poppins, Quicksand, Raleway, Righteous, Roboto, Roboto Condensed, Roboto Slab, ' +
  'Sora, Space Grotesk, Sue Ellen Francisco, Syne, Work Sans'
).split(', ');

const library = openFontLibrary();
const requestOf = (family: string, weight = 400, italic = false) => ({ family, weight, italic });

const montserrat = (file: string): string => `${fontFolders()[0]}/${file}`;
const REGULAR = montserrat('400Regular/Montserrat_400Regular.ttf');
const BOLD = montserrat('700Bold/Montserrat_700Bold.ttf');
const ITALIC = montserrat('400Regular_Italic/Montserrat_400Regular_Italic.ttf');
const VARIABLE = shippedFaces('inter')[0]?.path ?? '';

describe('Fonts that come with the service', () => {
  it('include the most widely used families, with all their files', () => {
    expect(shippedFamilies().map(({ family }) => family)).to.deep.equal(FAMILIES);
    for (const family of FAMILIES)
      for (const face of shippedFaces(familyKey(family)))
        for (const { path } of [face, ...(face.further ?? [])]) expect(existsSync(path), path).to.equal(true);
  });

  it('draw letters in every weight and style that is listed', () => {
    for (const { family, weights, styles } of shippedFamilies())
      for (const style of styles)
        for (const weight of weights) {
          const font = library.covering('n', requestOf(family, weight, style === 'italic'));
          expect(familyKey(font.file.family), family).to.equal(familyKey(family));
          expect(font.weight, `${family} ${style}`).to.equal(weight);
          expect(font.italic, `${family} ${weight}`).to.equal(style === 'italic');
          expect(font.shaper.glyphToPath(font.shaper.nominalGlyph(110) ?? 0)).to.not.equal('');
        }
  });

  it('have other outlines for other weights if they have an axis for it', () => {
    for (const { family, axes } of shippedFamilies())
      for (const { minimum, maximum } of axes) {
        const [light, between, heavy] = [minimum, (minimum + maximum) / 2, maximum].map((weight) => {
          const { shaper } = library.match(requestOf(family, weight));
          return shaper.glyphToPath(shaper.nominalGlyph(110) ?? 0);
        });
        expect(new Set([light, between, heavy]).size, family).to.equal(3);
      }
  });

  it('draw scripts with glyphs in further files, and leave other scripts to the fallbacks', () => {
    const family = (characters: string) => library.covering(characters, requestOf('Inter', 650)).file.family;
    for (const characters of ['ж', 'Ω', 'ő', 'ậ']) expect(family(characters)).to.equal('inter');
    expect(family('日')).to.equal('notosanscjksc');
    expect(library.covering('ж', requestOf('Inter', 650)).weight).to.equal(650);
  });

  it('draw a character that the first family lacks in the next that has it, as in CSS', () => {
    const family = (characters: string, list: string) =>
      library.covering(characters, requestOf(list, 700)).file.family;
    expect(library.match(requestOf('Anton, Roboto')).file.family).to.equal('anton');
    expect(family('A', 'Anton, Roboto')).to.equal('anton');
    expect(family('ж', 'Anton, Nope, Poppins, Roboto, Inter')).to.equal('roboto');
    expect(library.covering('ж', requestOf('Anton, Roboto', 650)).weight).to.equal(650);
    expect(family('ж', 'Nope, Arial')).to.equal('liberationsans');
    expect(family('日', 'Anton, Noto Sans CJK JP')).to.equal('notosanscjkjp');
    expect(family('日', 'Anton, Roboto')).to.equal('notosanscjksc');
  });

  it('are found by any spelling of their names; unknown families are not', () => {
    for (const name of ['inter', 'OPEN SANS', 'Nope, DM Sans', 'Arial', 'Montserrat'])
      expect(library.has(name), name).to.equal(true);
    for (const name of ['Nope', '', ',', 'constructor', '!!!'])
      expect(library.has(name), name).to.equal(false);
  });
});

describe('Fonts of a client', () => {
  it('come before those of the service, and follow the rules of CSS', () => {
    const own = library.with([
      ownFace({ family: 'Inter', path: REGULAR }),
      ownFace({ family: 'Inter', path: BOLD }),
      ownFace({ family: 'Inter', path: ITALIC }),
    ]);
    const path = (weight: number, italic = false) => own.match(requestOf('Inter', weight, italic)).file.path;
    expect(path(400)).to.equal(REGULAR);
    expect(path(500)).to.equal(REGULAR);
    expect(path(501)).to.equal(BOLD);
    expect(path(900)).to.equal(BOLD);
    expect(path(700, true)).to.equal(ITALIC);
    expect(library.match(requestOf('Inter')).file.path).to.not.equal(REGULAR);
  });

  it('can be read however many are open, even if the memory of HarfBuzz grows in the meantime', () => {
    const faces = Array.from({ length: 100 }, () => ownFace({ family: 'Own', path: REGULAR }));
    const weights = faces.map(({ file }) => file.weights);
    expect(weights).to.deep.equal(faces.map(() => [400, 400]));
  });

  it('are chosen as specified in CSS Fonts 4, section 5.2, whatever weights there are', () => {
    const weight = fc.integer({ min: 1, max: 9 }).map((hundreds) => hundreds * 100);
    fc.assert(
      fc.property(
        fc.uniqueArray(weight, { minLength: 1 }),
        fc.integer({ min: 100, max: 900 }),
        (has, wanted) => {
          const own = library.with(has.map((weight) => ownFace({ family: 'Own', path: REGULAR, weight })));
          const up = has.filter((weight) => weight >= wanted).toSorted((a, b) => a - b);
          const down = has.filter((weight) => weight <= wanted).toSorted((a, b) => b - a);
          const near = wanted >= 400 && wanted <= 500 ? up.filter((weight) => weight <= 500) : [];
          const order = wanted > 500 ? [...up, ...down] : [...near, ...down, ...up];
          expect(own.match(requestOf('Own', wanted)).weight).to.equal(order[0]);
        },
      ),
    );
  });

  it('have the weights of their axis unless they are given one', () => {
    const free = library.with([ownFace({ family: 'Own', path: VARIABLE })]);
    const fixed = library.with([ownFace({ family: 'Own', path: VARIABLE, weight: 300 })]);
    expect(free.match(requestOf('Own', 123)).weight).to.equal(123);
    expect(fixed.match(requestOf('Own', 900)).weight).to.equal(300);
  });

  it('are refused if they are not fonts', () => {
    for (const path of [`${fontFolders()[0]}/package.json`, '/dev/null', '/nowhere'])
      expect(() => ownFace({ family: 'Broken', path })).to.throw(BrokenFont);
  });
});
