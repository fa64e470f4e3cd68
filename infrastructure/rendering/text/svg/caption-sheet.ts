import { unionOf } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedCaption, Scaling } from '../../../../domain/composition/resolve/resolved.js';
import { outerWidth } from '../layout/caption-layout.js';
import { fontsOfSlots, placeWords, wordSvg } from './caption-svg.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { type DrawnSheet, drawnSheet, type LooseSprite } from './sprite-sheet.js';
import { spritesOf } from '../layout/text-units.js';
import { scaledPlace } from '../layout/scaled-place.js';
import type { DrawingPlace } from '../layout/visible-lines.js';

/** Draws the words of a caption on a sheet, each one separately in both of its styles. */
export const captionSheet = (
  caption: ResolvedCaption,
  words: ReadonlyArray<string>,
  drawnAt: DrawingPlace,
  fonts: FontLibrary,
  scaling?: Scaling,
): DrawnSheet => {
  const { place, markup, rect, down } = scaledPlace(drawnAt, scaling);
  const { box } = drawnAt;
  const placed = placeWords(caption, words, place, fonts);
  const drawn = placed.map((slot) => {
    const [plain, lit] = [slot.plain, slot.lit].map((word) =>
      wordSvg(word, slot.x + (slot.width - outerWidth(word)) / 2, slot.baseline),
    );
    const bounds = rect(unionOf([plain, lit].flatMap((word) => word?.background.bounds ?? [])) ?? place.box);
    return { slot, plain, lit, room: { ...bounds, x: bounds.x - box.x, y: bounds.y - box.y } };
  });
  const sprites = drawn.flatMap(({ plain, lit }, unit) =>
    (
      [
        ['plain', plain],
        ['lit', lit],
      ] as const
    ).flatMap(([variant, word]): ReadonlyArray<LooseSprite> =>
      word
        ? [
            { unit, variant, layer: 'background', markup: word.background },
            ...spritesOf(unit, [word.part], place).map((sprite) => ({ ...sprite, variant })),
          ]
        : [],
    ),
  );
  return drawnSheet(
    sprites.map((sprite) => ({ ...sprite, markup: markup(sprite.markup) })),
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
