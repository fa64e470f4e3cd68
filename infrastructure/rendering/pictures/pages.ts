import type { Canvas } from '../../../domain/composition/composition.js';
import {
  boundsOfRotated,
  centreOf,
  grownToEvenPixels,
  intersectionOf,
  visiblePartOfBox,
  type Placement,
  type Rect,
  unionOf,
  viewBeforeRotation,
} from '../../../domain/composition/geometry/geometry.js';
import type { LayerSource } from '../../../workers/render/ports/rasterizer.js';
import { captionSvgs } from '../text/svg/caption-svg.js';
import type { Font, FontLibrary } from '../text/fonts/fonts.js';
import { rectSvg } from '../text/svg/svg.js';
import { type SvgDrawing, textSvg } from '../text/svg/text-svg.js';
import { animationReader } from './animation-reader.js';
import { TooManyPixels } from './image-failures.js';
import { openImage, rawPixels, readImage } from './images.js';
import { rasterise } from './sheets.js';
import { turnedPixels } from './turned-pixels.js';
import type { RgbaImage } from './yuv.js';

/** Maximum number of pixels of all shown pages of an animation, at their drawn size: ten gigabytes in files. */
const MAX_ANIMATION_PIXELS = 4e9;

/** Pages that are not drawn yet, each of the size of `rect`. */
export interface Pages {
  readonly rect: Rect;
  readonly draw: ReadonlyArray<() => Promise<RgbaImage>>;
  readonly fonts: ReadonlySet<Font>;
}

export type PagedSource = Exclude<LayerSource, { _tag: 'Background' | 'Raster' }>;

/** The pages of a layer source, yet to be drawn; undefined if nothing of it is on the canvas. */
export const undrawnPages = async (
  layerSource: PagedSource,
  canvas: Canvas,
  fonts: FontLibrary,
): Promise<Pages | undefined> => {
  const { placement } = layerSource;
  const { box, rotation } = placement;
  const view = viewBeforeRotation({ x: 0, y: 0, ...canvas }, rotation, centreOf(box));
  switch (layerSource._tag) {
    case 'Mask':
      return vectorPages([{ svg: rectSvg(box, '#fff'), bounds: box, fonts: new Set() }], placement, canvas);
    case 'Text':
      return vectorPages(
        layerSource.texts.map((text) => textSvg(text, { box, view, rotation }, fonts, layerSource)),
        placement,
        canvas,
        EDGE,
      );
    case 'Caption':
      return vectorPages(
        layerSource.groups.flatMap((group) =>
          captionSvgs(layerSource.caption, group, { box, view, rotation }, fonts, layerSource),
        ),
        placement,
        canvas,
        EDGE,
      );
    case 'Image':
      return imagePages(layerSource.path, layerSource.pages, placement, canvas);
  }
};

/**
 * How much transparent room texts and captions have to the right and below, px. `overlay` takes the alpha of the last
 * row and column of an input from fewer pixels. Without room, an edge would depend on the other pages of the same
 * source, and a frame that is drawn by itself would differ from the same frame of a render.
 */
const EDGE = 2;

/** The part on the canvas of a rectangle of the box, after rotation. */
const visiblePart = (bounds: Rect, { box, rotation }: Placement, canvas: Canvas): Rect | undefined =>
  intersectionOf(boundsOfRotated(bounds, rotation, centreOf(box)), { x: 0, y: 0, ...canvas });

const vectorPages = (
  drawings: ReadonlyArray<SvgDrawing>,
  placement: Placement,
  canvas: Canvas,
  edge = 0,
): Pages | undefined => {
  const bounds = unionOf(drawings.flatMap(({ bounds }) => bounds ?? []));
  const visible = bounds && visiblePart(bounds, placement, canvas);
  if (!visible) return undefined;
  const { x, y, width, height } = visible;
  const rect = grownToEvenPixels({ x, y, width: width + edge, height: height + edge }, canvas);
  return {
    rect,
    draw: drawings.map(
      ({ svg }) =>
        () =>
          rasterise(svg, rect, placement),
    ),
    fonts: new Set(drawings.flatMap(({ fonts }) => [...fonts])),
  };
};

/** The pages of an image on the canvas. @param rectOf the rectangle to draw for the visible one */
export const imagePages = async (
  path: string,
  pages: ReadonlyArray<number>,
  placement: Placement,
  canvas: Canvas,
  rectOf: (visible: Rect) => Rect = (visible) => grownToEvenPixels(visible, canvas),
): Promise<Pages | undefined> => {
  const { box, rotation } = placement;
  const visible = visiblePart(box, placement, canvas);
  if (!visible) return undefined;
  const rect = rectOf(visible);
  if (pages.length * rect.width * rect.height > MAX_ANIMATION_PIXELS) throw new TooManyPixels();
  const file = await readImage(path);
  const open = pages.length > 1 ? await animationReader(file) : (page: number) => openImage(file, page, box);
  const part = visiblePartOfBox(box, rotation, visible) ?? box;
  const draw = async (page: number): Promise<RgbaImage> => {
    // Resizing is lazy: for a box much larger than the canvas, only the visible part is computed.
    const seen = (await open(page))
      .resize(box.width, box.height, { fit: 'fill' })
      .extract({ left: part.x - box.x, top: part.y - box.y, width: part.width, height: part.height })
      .ensureAlpha();
    const pixels = await rawPixels(seen);
    return rotation === 0 ? framed(pixels, part, rect) : turnedPixels(pixels, part, placement, rect);
  };
  return { rect, draw: pages.map((page) => () => draw(page)), fonts: new Set() };
};

/** An image at `part`, extended with transparent pixels to fill `rect`. */
const framed = (image: RgbaImage, part: Rect, rect: Rect): RgbaImage => {
  const { data, width, height } = image;
  if (width === rect.width && height === rect.height) return image;
  const framed = new Uint8Array(rect.width * rect.height * 4);
  for (let row = 0; row < height; row += 1)
    framed.set(
      data.subarray(row * width * 4, (row + 1) * width * 4),
      ((part.y - rect.y + row) * rect.width + part.x - rect.x) * 4,
    );
  return { data: framed, width: rect.width, height: rect.height };
};
