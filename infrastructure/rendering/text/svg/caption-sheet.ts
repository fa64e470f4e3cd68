import { unionOf } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedCaption, Scaling } from '../../../../domain/composition/resolve/resolved.js';
import { fontsOfSlots, placeWords } from './caption-svg.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { type DrawnSheet, drawnSheet, type LooseSprite } from './sprite-sheet.js';
import { spritesOf } from '../layout/text-units.js';
import { scaledPlace } from '../layout/scaled-place.js';
import type { DrawingPlace } from '../layout/visible-lines.js';
import { captionBackground, wordSvg } from './word-svg.js';

/** Draws the words of a caption on a sheet, each one separately in both of its styles. */
export const captionSheet = (
  caption: ResolvedCaption,
  spoken: ReadonlyArray<string>,
  drawnAt: DrawingPlace,
  fonts: FontLibrary,
  scaling?: Scaling,
): DrawnSheet => {
  const { place, markup, rect, down } = scaledPlace(drawnAt, scaling);
  const { box } = drawnAt;
  const placed = placeWords(caption, spoken, place, fonts);
  const drawn = placed.map((slot) => {
    const [plain, lit] = [wordSvg(slot, 'plain'), wordSvg(slot, 'lit')];
    const bounds = rect(unionOf([plain, lit].flatMap((word) => word.background.bounds ?? [])) ?? place.box);
    return { slot, plain, lit, room: { ...bounds, x: bounds.x - box.x, y: bounds.y - box.y } };
  });
  const words = drawn.flatMap(({ plain, lit }, unit) =>
    (
      [
        ['plain', plain],
        ['lit', lit],
      ] as const
    ).flatMap(([variant, word]): ReadonlyArray<LooseSprite> => [
      { unit, variant, layer: 'background', markup: word.background },
      ...spritesOf(unit, [word.part], place).map((sprite) => ({ ...sprite, variant })),
    ]),
  );
  const behind: LooseSprite = { unit: -1, layer: 'box', markup: captionBackground(caption, placed) };
  return drawnSheet(
    [behind, ...words].map((sprite) => ({ ...sprite, markup: markup(sprite.markup) })),
    box,
    {
      units: drawn.map(({ slot, room: { x, y, width, height } }) => ({
        x: x + width / 2,
        y: y + height / 2,
        size: slot.lit.style.fontSize * down,
      })),
      words: drawn.map(({ slot, room }) => ({
        word: slot.word,
        box: room,
        baseline: (slot.baseline - place.box.y) * down,
        rightToLeft: slot.level % 2 === 1,
      })),
    },
    fontsOfSlots(placed),
  );
};
