import type { Canvas } from '../../../../domain/composition/composition.js';
import {
  boundsOfRotated,
  centreOf,
  type Rect,
  rotatedAbout,
} from '../../../../domain/composition/geometry/geometry.js';
import type { VideoLayer } from '../../plan/layers.js';
import { type ScaledPart, scaledPart } from './scaled-part.js';

/** The box after quarter turns, and the filters that perform them; undefined for other rotations. */
const quarterTurn = ({
  rotation,
  box,
}: VideoLayer['placement']): { readonly box: Rect; readonly filters: ReadonlyArray<string> } | undefined => {
  if (rotation === 0) return { box, filters: [] };
  if (rotation === 180) return { box, filters: ['hflip', 'vflip'] };
  if (rotation % 90 !== 0 || (box.width - box.height) % 2 !== 0) return undefined;
  const turned = {
    x: box.x + (box.width - box.height) / 2,
    y: box.y + (box.height - box.width) / 2,
    width: box.height,
    height: box.width,
  };
  return { box: turned, filters: [rotation === 90 ? 'transpose=clock' : 'transpose=cclock'] };
};

/**
 * Filters that convert frames of the source to the layer's rectangle of the canvas, in `yuv420p`, or `yuva420p` if the
 * source has alpha. If the box ends within the rectangle, its edge is repeated, because the mask decides what is visible.
 */
export const pictureFilters = (layer: VideoLayer): ReadonlyArray<string> => {
  const { video, placement, rect, isPart } = layer;
  const format = video.hasAlpha ? 'yuva420p' : 'yuv420p';
  const content = scaledPart(layer);
  const upright =
    content.isAll || placement.rotation === 0 ? quarterTurn({ ...placement, box: content.rect }) : undefined;
  if (!upright) return [...turnedFilters(content, layer), `format=${format}`];
  const { box, filters } = upright;
  // A stretched video gets the same frames as in earlier releases.
  const keepsColors = isPart === true && isOnPairs(windowOf(box, rect));
  const fits = box.x === rect.x && box.y === rect.y && box.width === rect.width && box.height === rect.height;
  return fits
    ? [...content.filters, ...filters, `format=${format}`]
    : [
        ...content.filters,
        `format=${keepsColors ? format : exactFormat(video)}`,
        ...filters,
        ...windowFilters(box, rect),
        `format=${format}`,
      ];
};

/** The pixel format without chroma subsampling. */
const exactFormat = ({ hasAlpha }: VideoLayer['video']): string => (hasAlpha ? 'yuva444p' : 'yuv444p');

/** The part of a picture at `box` that is in `rect`, and how far `rect` extends beyond it. */
const windowOf = (box: Rect, rect: Rect) => {
  const left = Math.max(0, box.x - rect.x);
  const top = Math.max(0, box.y - rect.y);
  const right = Math.max(0, rect.x + rect.width - box.x - box.width);
  const bottom = Math.max(0, rect.y + rect.height - box.y - box.height);
  const part = {
    x: Math.max(0, rect.x - box.x),
    y: Math.max(0, rect.y - box.y),
    width: rect.width - left - right,
    height: rect.height - top - bottom,
  };
  return { left, top, right, bottom, part };
};

/** Whether a picture with chroma subsampling can be cropped and extended exactly. */
const isOnPairs = ({ part, left, top, right, bottom }: ReturnType<typeof windowOf>): boolean =>
  [...Object.values(part), left, top, right, bottom].every((px) => px % 2 === 0);

/** Crops a picture at `box` to `rect`, and repeats its edge where `rect` extends beyond it. */
const windowFilters = (box: Rect, rect: Rect): ReadonlyArray<string> => {
  const { left, top, right, bottom, part } = windowOf(box, rect);
  return [
    ...(part.width !== box.width || part.height !== box.height
      ? [`crop=${part.width}:${part.height}:${part.x}:${part.y}:exact=1`]
      : []),
    ...(left + top + right + bottom > 0
      ? [
          `pad=${rect.width}:${rect.height}:${left}:${top}`,
          `fillborders=left=${left}:right=${right}:top=${top}:bottom=${bottom}:mode=smear`,
        ]
      : []),
  ];
};

/** The width by which the edge of a rotated video is extended, in px, so that interpolation uses its own colour. */
const MARGIN = 2;

const turnedFilters = (
  { rect: part, filters }: ScaledPart,
  { video, placement: { box, rotation }, rect }: VideoLayer,
): ReadonlyArray<string> => {
  const bounds = boundsOfRotated(part, rotation, centreOf(part));
  // Sides of the same parity as those of the part keep its centre in place.
  const width = bounds.width + 4 + ((bounds.width - part.width) & 1);
  const height = bounds.height + 4 + ((bounds.height - part.height) & 1);
  const centre = rotatedAbout(centreOf(part), centreOf(box), rotation);
  const turned = { x: Math.round(centre.x - width / 2), y: Math.round(centre.y - height / 2), width, height };
  const padded = { width: part.width + MARGIN * 2, height: part.height + MARGIN * 2 };
  return [
    ...filters,
    `format=${exactFormat(video)}`,
    `pad=${padded.width}:${padded.height}:${MARGIN}:${MARGIN}`,
    `fillborders=left=${MARGIN}:right=${MARGIN}:top=${MARGIN}:bottom=${MARGIN}:mode=smear`,
    rotateFilter(padded, { width, height }, rotation),
    ...windowFilters(turned, rect),
  ];
};

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/**
 * Rotates a picture about its centre, with bilinear interpolation. Here `v360` projects one plane onto another. It gives
 * the same samples as `rotate` in less than half of the time, because it looks them up with vector instructions. The
 * area outside the picture shows its first pixel.
 * @param from the size of the picture in px. Its first and last pixels are `side - 1` apart, as `v360` measures inputs.
 * @param to the size of the result in px
 * @param rotation degrees, clockwise
 */
const rotateFilter = (from: Canvas, to: Canvas, rotation: number): string => {
  // From this distance, the longest side spans 127°. Much narrower angles would lose precision.
  const distance = Math.max(to.width, to.height) / 4;
  const angle = (side: number): number => degrees(2 * Math.atan(side / 2 / distance));
  const angles = `ih_fov=${angle(from.width - 1)}:iv_fov=${angle(from.height - 1)}:h_fov=${angle(to.width)}:v_fov=${angle(to.height)}`;
  return `v360=flat:flat:interp=linear:w=${to.width}:h=${to.height}:${angles}:roll=${-rotation}`;
};
