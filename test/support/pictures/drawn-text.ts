import sharp from 'sharp';
import type { ResolvedText } from '../../../domain/composition/resolve/resolved.js';
import { openFontLibrary } from '../../../infrastructure/rendering/text/fonts/fonts.js';
import { svgDocument } from '../../../infrastructure/rendering/text/svg/svg.js';
import { layOutText } from '../../../infrastructure/rendering/text/layout/text-layout.js';
import { textSvg } from '../../../infrastructure/rendering/text/svg/text-svg.js';
import { textLook } from './long-texts.js';

/** Texts drawn to pixels, for tests of the text layout. */
export const VIEW = { x: 0, y: 0, width: 400, height: 200 };
export const BOX = { x: 50, y: 40, width: 300, height: 120 };
export const fonts = openFontLibrary();

export const text = (own: Partial<ResolvedText>): ResolvedText => ({
  ...textLook,
  fontSize: 20,
  color: '#FF0000',
  ...own,
});

const pixels = async (svg: string, rotation = 0) =>
  sharp(svgDocument(svg, VIEW, rotation, { x: 200, y: 100 }))
    .ensureAlpha()
    .raw()
    .toBuffer();

export const pixel = (data: Buffer, x: number, y: number): ReadonlyArray<number> => [
  ...data.subarray((y * VIEW.width + x) * 4, (y * VIEW.width + x) * 4 + 4),
];

/** Where the pixels are that `counts` says count. */
export const inkOf = (
  data: Buffer,
  counts: (pixel: ReadonlyArray<number>) => boolean = ([, , , a = 0]) => a > 127,
): { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number } => {
  let ink = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let y = 0; y < VIEW.height; y += 1)
    for (let x = 0; x < VIEW.width; x += 1)
      if (counts(pixel(data, x, y)))
        ink = {
          left: Math.min(ink.left, x),
          top: Math.min(ink.top, y),
          right: Math.max(ink.right, x),
          bottom: Math.max(ink.bottom, y),
        };
  return ink;
};

export const draw = async (own: Partial<ResolvedText>, rotation = 0, library = fonts): Promise<Buffer> =>
  pixels(textSvg(text(own), { box: BOX, view: VIEW, rotation }, library).svg, rotation);

export const linesOf = (own: Partial<ResolvedText>, width = 300, height = 120) => [
  ...layOutText(text(own), { width, height }, fonts).lines,
];
export const widthOf = (own: Partial<ResolvedText>): number => linesOf(own, 5000)[0]?.width ?? NaN;
