/** One frame with many texts, each in a cell of its own, and where their ink is. */
import { expect } from 'chai';
import type { Picture } from '../../support/pictures/decoded-media.js';
import { compositionOf, drawFrame, type Studio } from '../../support/renders/render.js';

/** The side of the square each text is drawn in, on a canvas of black; text is white unless it says otherwise. */
const CELL = 160;
const COLUMNS = 8;
/** Of Arial at 20 px: `H` advances by 1479 of 2048 units, a space by 569. */
export const H = (20 * 1479) / 2048;
export const SPACE = (20 * 569) / 2048;

type Text = { readonly content: string; readonly [property: string]: unknown };

const plain = (content: string, more: object = {}): Text => ({ content, fontSize: 20, ...more });
export const weights = [100, 200, 300, 400, 500, 600, 700, 800, 900];

const texts = {
  spaces: plain('HHH HHH HHH'),
  scaled: plain('HHH HHH HHH', { backgroundColor: '#0000FF' }),
  longWord: plain('HHHHHHHHHH HH'),
  breaks: plain('H\nHH\r\n\nHHH\u2028H'),
  left: plain('HH'),
  center: plain('HH', { textAlign: 'center' }),
  right: plain('HH', { textAlign: 'right' }),
  justify: plain('HH HH HH HH', { textAlign: 'justify' }),
  upright: plain('I', { fontSize: 60 }),
  italic: plain('I', { fontSize: 60, fontStyle: 'italic' }),
  underline: plain('HH HH', { underline: true }),
  box: plain('H H', {
    padding: 20,
    borderWidth: 6,
    borderColor: '#FF0000',
    backgroundColor: '#0000FF',
  }),
  lineHeight: plain('H\nH', { lineHeight: 2 }),
  solidStroke: plain('I', {
    fontSize: 100,
    fontWeight: 700,
    strokeWidth: 6,
    strokeColor: '#FF0000',
    backgroundColor: '#0000FF',
  }),
  clearStroke: plain('I', {
    fontSize: 100,
    fontWeight: 700,
    strokeWidth: 6,
    strokeColor: '#FF0000',
    backgroundColor: '#0000FF',
    color: '#FFFFFF80',
  }),
  hollow: plain('I', {
    fontSize: 100,
    fontWeight: 700,
    strokeWidth: 6,
    strokeColor: '#FF0000',
    backgroundColor: '#0000FF',
    color: '#FFFFFF00',
  }),
  emoji: plain('😀', { fontSize: 60 }),
  hebrew: plain('אל', { fontSize: 60 }),
  mixed: plain('a אל', { fontSize: 50 }),
  arabic: plain('بب', { fontSize: 40 }),
  arabicApart: plain('ب\u200cب', { fontSize: 40 }),
  chinese: plain('日本語日本', { fontSize: 40 }),
  composed: plain('é', { fontSize: 60 }),
  combining: plain('e\u0301', { fontSize: 60 }),
  stacked: plain('x\u0302', { fontSize: 60 }),
  bare: plain('x', { fontSize: 60 }),
  unknown: plain('HHH', { fontFamily: 'No Such Family' }),
  ...Object.fromEntries(
    weights.map((fontWeight) => [
      `weight${fontWeight}`,
      plain('H', { fontSize: 60, fontFamily: 'Montserrat', fontWeight }),
    ]),
  ),
} satisfies Record<string, Text>;
export type Name = keyof typeof texts;

/** Where in its cell a text has pixels that are not black. */
interface Ink {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The sum of its levels, in pixels of full white. */
  readonly amount: number;
}

export const sheetOfTexts = async (studio: Studio) => {
  const names = Object.keys(texts);
  const clips = Object.values(texts).map((text: Text, index) => ({
    type: 'text',
    timeFrame: { start: 0, end: 1000 },
    position: { x: (index % COLUMNS) * CELL + 20, y: Math.floor(index / COLUMNS) * CELL + 20 },
    ...(names[index] === 'scaled'
      ? { size: { width: 50, height: 24 }, transform: { scale: { x: 2, y: 5 } } }
      : { size: { width: 100, height: 120 } }),
    textProperties: { color: '#FFFFFF', ...text },
  }));
  const canvas = { width: COLUMNS * CELL, height: Math.ceil(names.length / COLUMNS) * CELL };
  const frame: Picture = await drawFrame(studio, compositionOf({ duration: 1000, canvas }, clips), 0);

  /** A pixel of a text's cell, counted from the corner of its box. */
  const pixel = (name: Name, x: number, y: number): readonly [number, number, number] => {
    const index = Object.keys(texts).indexOf(name);
    return frame.at((index % COLUMNS) * CELL + 20 + x, Math.floor(index / COLUMNS) * CELL + 20 + y);
  };
  const inkOf = (name: Name, [from, to] = [-20, CELL - 20]): Ink | undefined => {
    let [left, right, top, bottom, amount] = [Infinity, -Infinity, Infinity, -Infinity, 0];
    for (let y = from; y < to; y += 1)
      for (let x = -20; x < CELL - 20; x += 1) {
        const level = pixel(name, x, y)[1];
        amount += level / 255;
        if (level < 64) continue;
        [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
      }
    return right < left ? undefined : { left, right, top, bottom, amount };
  };
  /** How wide the ink of each of the first `count` lines of 24 px is; an `H` has 1.6 px of room on each side. */
  const widths = (name: Name, count: number): readonly number[] =>
    Array.from({ length: count }, (_, line) => {
      const ink = inkOf(name, [line * 24, (line + 1) * 24]);
      return ink ? ink.right - ink.left : 0;
    });
  const expectWidths = (name: Name, wanted: readonly number[]): void => {
    const found = widths(name, wanted.length);
    for (const [line, width] of wanted.entries())
      expect(found[line], `${name}: ${found.join()}`).to.be.closeTo(width === 0 ? 0 : width - 3, 1.6);
  };

  return { pixel, inkOf, expectWidths };
};

export type SheetOfTexts = Awaited<ReturnType<typeof sheetOfTexts>>;
