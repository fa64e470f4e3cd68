import { AT_REST, type UnitLook, unitLookAt } from '../../../../domain/composition/animation/text-units.js';
import type { ResolvedClipOf } from '../../../../domain/composition/resolve/resolved.js';
import { type Box, clipTo, type Context2D, type Drawable, areaOf } from '../context.js';
import { type Drawing, timeOf } from '../drawing.js';
import { filtered } from '../effects/filters.js';
import {
  cueAt,
  type PictureCue,
  type SceneNode,
  type ShownPicture,
  type Sprite,
  type SpriteSheet,
} from '../scene.js';
import { sharpEnough } from '../sharp-enough.js';
import type { TextPart } from './text-parts.js';

export interface LoadedSheet extends SpriteSheet {
  readonly picture: Drawable;
  /** Its px per px of the box at rest. */
  readonly scale: number;
}

/**
 * The sprite sheet of a picture, at the resolution that the context needs; undefined if it has none. Scales the context
 * to the px of the sheet.
 */
export const openSheet = (
  context: Context2D,
  shown: ShownPicture,
  drawing: Drawing,
): LoadedSheet | undefined => {
  const { picture } = sharpEnough(shown, context);
  const { sheet, scale = 1 } = drawing.scene.pictures[picture] ?? {};
  if (!sheet) return undefined;
  if (scale !== 1) {
    context.imageSmoothingQuality = 'high';
    context.scale(1 / scale, 1 / scale);
  }
  return { ...sheet, picture: drawing.picture(picture), scale };
};

/** Draws one sprite, moved, scaled about its centre and blurred, in the coordinates of the box. */
export const drawSprite = (
  context: Context2D,
  sheet: LoadedSheet,
  sprite: Sprite,
  pose: UnitLook,
  drawing: Drawing,
): void => {
  if (pose.opacity <= 0 || pose.scale <= 0) return;
  const { tools } = drawing;
  const { from, x, y } = sprite;
  const to = { x, y, width: from.width, height: from.height };
  const middle = sheet.units[sprite.unit];
  context.save();
  context.globalAlpha *= pose.opacity;
  if (middle && (pose.across !== 0 || pose.down !== 0 || pose.scale !== 1)) {
    context.imageSmoothingQuality = 'high';
    context.translate(middle.x + pose.across * middle.size, middle.y + pose.down * middle.size);
    context.scale(pose.scale, pose.scale);
    context.translate(-middle.x, -middle.y);
  }
  const deviation = pose.blur * (middle?.size ?? 0);
  if (deviation < 0.1) tools.draw(context, sheet.picture, from, to);
  else {
    const margin = Math.ceil(deviation * 3);
    const soft = tools.surface(from.width + 2 * margin, from.height + 2 * margin);
    tools.draw(soft.context, sheet.picture, from, { ...to, x: margin, y: margin });
    const blurred = filtered(soft, [{ type: 'blur', amount: deviation }], drawing);
    tools.draw(context, blurred, areaOf(soft), { ...areaOf(soft), x: x - margin, y: y - margin });
  }
  context.restore();
};

/** Draws the sprites of a text or caption, or of one part of it, from bottom to top. */
export const drawLayers = (
  context: Context2D,
  sheet: LoadedSheet,
  drawing: Drawing,
  part: TextPart | undefined,
  draw: (context: Context2D, sprite: Sprite) => void,
): void => {
  const on = (layer: Sprite['layer'], target: Context2D = context): void => {
    for (const sprite of sheet.sprites) if (sprite.layer === layer) draw(target, sprite);
  };
  if (part === undefined || part === 'box') on('box');
  if (part === 'box') return;
  context.save();
  if (sheet.clip) clipTo(context, sheet.clip);
  if (part !== 'glyphs') on('background');
  if (part !== 'lines') {
    // The soft shadows of neighbours add up, as if all of them cast one.
    if (sheet.sprites.some(({ layer }) => layer === 'shadow'))
      drawApart(context, sheet, drawing, 'lighter', (target) => on('shadow', target));
    on('under');
    on('ink');
  }
  context.restore();
};

/** Composites sprites with an operation on a separate surface, and draws that on the context. */
const drawApart = (
  context: Context2D,
  sheet: LoadedSheet,
  { tools }: Drawing,
  operation: string,
  draw: (context: Context2D) => void,
): void => {
  const at = sheetBounds(sheet);
  const surface = tools.surface(at.width, at.height);
  surface.context.translate(-at.x, -at.y);
  surface.context.globalCompositeOperation = operation;
  draw(surface.context);
  surface.context.setTransform(1, 0, 0, 1, 0, 0);
  tools.draw(context, surface, areaOf(surface), at);
};

/** The most that sprites move from their positions, in font sizes. */
const REACH = 2.5;

/** The area that the sprites of a sheet can cover while they move, in whole px of the box. */
export const sheetBounds = ({ sprites, units }: SpriteSheet): Box => {
  let [left, top, right, bottom] = [0, 0, 1, 1];
  for (const { from, x, y, unit } of sprites) {
    const margin = unit < 0 ? 0 : (units[unit]?.size ?? 0) * REACH + Math.max(from.width, from.height) / 2;
    [left, top] = [Math.min(left, x - margin), Math.min(top, y - margin)];
    [right, bottom] = [Math.max(right, x + from.width + margin), Math.max(bottom, y + from.height + margin)];
  }
  return {
    x: Math.floor(left),
    y: Math.floor(top),
    width: Math.ceil(right) - Math.floor(left),
    height: Math.ceil(bottom) - Math.floor(top),
  };
};

/** Draws overlapping sprites as a group, with the alpha and the blend mode of the context. */
export const drawAsGroup = (
  context: Context2D,
  sheet: LoadedSheet,
  drawing: Drawing,
  draw: (context: Context2D) => void,
): void => {
  if (context.globalAlpha === 1 && context.globalCompositeOperation === 'source-over') return draw(context);
  drawApart(context, sheet, drawing, 'source-over', draw);
};

/** Whether a unit keeps its position relative to the one before it, and both are drawn as at rest. */
const isJoined = (looks: ReadonlyArray<UnitLook>, { units }: SpriteSheet, unit: number): boolean => {
  const [before, own] = [looks[unit - 1], looks[unit]];
  if (!before || !own) return false;
  const isWhole = [before, own].every(
    ({ opacity, scale, blur }) => opacity === 1 && scale === 1 && blur === 0,
  );
  return (
    isWhole &&
    before.across === own.across &&
    before.down === own.down &&
    units[unit - 1]?.size === units[unit]?.size
  );
};

/** Draws a text whose letters, words or lines move separately. */
export const drawUnits = (
  context: Context2D,
  node: SceneNode & { readonly clip: ResolvedClipOf<'text'> },
  cues: ReadonlyArray<PictureCue>,
  drawing: Drawing,
  part: TextPart | undefined,
): void => {
  const cue = cueAt(cues, drawing.frame);
  const sheet = cue && openSheet(context, cue, drawing);
  const { animation } = node.clip.textProperties;
  if (!sheet || !animation) return;
  const { start, end } = node.clip.timeFrame;
  const t = timeOf(node, drawing);
  const looks = sheet.units.map((_, index) =>
    unitLookAt(animation, index, sheet.units.length, t, end - start),
  );
  const joined = looks.map((_, unit) => isJoined(looks, sheet, unit));
  drawAsGroup(context, sheet, drawing, (target) =>
    drawLayers(target, sheet, drawing, part, (context, sprite) => {
      if (sprite.when !== undefined && (sprite.when === 'joined') !== joined[sprite.unit]) return;
      drawSprite(context, sheet, sprite, looks[sprite.unit] ?? AT_REST, drawing);
    }),
  );
};
