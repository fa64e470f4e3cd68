import {
  movingBoxAt,
  type WordLook,
  wordLookAt,
} from '../../../../domain/composition/animation/caption-looks.js';
import { AT_REST } from '../../../../domain/composition/animation/text-units.js';
import type { ResolvedClipOf } from '../../../../domain/composition/resolve/resolved.js';
import { type Box, clipTo, type Context2D } from '../context.js';
import { type Drawing, timeOf } from '../drawing.js';
import { drawAsGroup, drawLayers, drawSprite, type LoadedSheet, openSheet } from './draw-units.js';
import { fillOf } from '../paints.js';
import { cueAt, type SceneNode, type SheetWord, type Sprite, type WordsCue } from '../scene.js';
import type { TextPart } from './text-parts.js';

type CaptionNode = SceneNode & { readonly clip: ResolvedClipOf<'caption'> };

/** A word or a part of one, with its look; the parts of a word are consecutive. */
interface WordPart extends SheetWord {
  readonly look: WordLook;
}

/** The progress of a part of a word, from 0 to 1; `share` is the progress of the whole word. */
const partProgress = (words: ReadonlyArray<SheetWord>, index: number, share: number): number => {
  const own = words[index];
  if (!own) return 0;
  const widths = words.map(({ word, box }) => (word === own.word ? box.width : 0));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const before = widths.slice(0, index).reduce((sum, width) => sum + width, 0);
  return Math.min(1, Math.max(0, (share * total - before) / (own.box.width || 1)));
};

const partsOf = (
  node: CaptionNode,
  sheet: LoadedSheet,
  { times }: WordsCue,
  t: number,
): ReadonlyArray<WordPart> => {
  const { words = [] } = sheet;
  const { animation = 'none' } = node.clip.captionProperties;
  return words.map((word, index) => {
    const look = wordLookAt(animation, times[word.word] ?? { from: 0, to: 0 }, t);
    const lit = partProgress(words, index, look.lit);
    return { ...word, look: { ...look, lit, underlined: partProgress(words, index, look.underlined) } };
  });
};

/** The area of the spoken part of a word (`done`), or of the rest; words fill from their start. */
const spokenArea = ({ box, rightToLeft }: SheetWord, share: number, done: boolean): Box => {
  const width = box.width * (done ? share : 1 - share);
  const isLeft = done !== rightToLeft;
  // Shadows and slanted letters reach beyond the box; the outer parts include them.
  const over = box.height * 2;
  const x = isLeft ? box.x - over : box.x + box.width - width;
  return { x, y: box.y - over, width: width + over, height: box.height + 2 * over };
};

const drawWord = (
  context: Context2D,
  sheet: LoadedSheet,
  sprite: Sprite,
  part: WordPart | undefined,
  drawing: Drawing,
): void => {
  if (!part) return;
  const { look } = part;
  const share = sprite.variant === 'lit' ? look.lit : 1 - look.lit;
  if (share <= 0) return;
  if (share >= 1) return drawSprite(context, sheet, sprite, look, drawing);
  context.save();
  clipTo(context, spokenArea(part, look.lit, sprite.variant === 'lit'));
  drawSprite(context, sheet, sprite, look, drawing);
  context.restore();
};

/** The background of highlighted words while it moves from one to the next. */
const drawBox = (
  context: Context2D,
  sheet: LoadedSheet,
  { times }: WordsCue,
  t: number,
  { tools }: Drawing,
): void => {
  const moving = movingBoxAt(times, t);
  if (!moving) return;
  const spriteOf = (word: number): Sprite | undefined =>
    sheet.sprites.find(
      ({ layer, variant, unit }) =>
        layer === 'background' && variant === 'lit' && sheet.words?.[unit]?.word === word,
    );
  const target = spriteOf(moving.to);
  if (!target) return;
  const start = spriteOf(moving.from) ?? target;
  const between = (a: number, b: number): number => a + (b - a) * moving.progress;
  tools.draw(context, sheet.picture, target.from, {
    x: between(start.x, target.x),
    y: between(start.y, target.y),
    width: between(start.from.width, target.from.width),
    height: between(start.from.height, target.from.height),
  });
};

const drawUnderline = (context: Context2D, node: CaptionNode, part: WordPart, sheet: LoadedSheet): void => {
  if (part.look.underlined <= 0) return;
  const { highlightTextProperties } = node.clip.captionProperties;
  const { color } = highlightTextProperties;
  const scale = (node.clip.scaling?.scale ?? 1) * sheet.scale;
  const fontSize = highlightTextProperties.fontSize * scale;
  const { box, baseline, rightToLeft } = part;
  const width = box.width * part.look.underlined;
  context.save();
  context.translate(rightToLeft ? box.x + box.width - width : box.x, baseline + fontSize * 0.12);
  context.fillStyle = fillOf(context, color, box);
  context.fillRect(0, 0, width, Math.max(2 * scale, fontSize * 0.08));
  context.restore();
};

/** Draws a caption whose words move while they are spoken. */
export const drawWords = (
  context: Context2D,
  node: CaptionNode,
  cues: ReadonlyArray<WordsCue>,
  drawing: Drawing,
  part: TextPart | undefined,
): void => {
  const cue = cueAt(cues, drawing.frame);
  const sheet = cue && openSheet(context, cue, drawing);
  if (!sheet) return;
  const t = timeOf(node, drawing);
  const parts = partsOf(node, sheet, cue, t);
  const movesBox = node.clip.captionProperties.animation === 'box';
  drawAsGroup(context, sheet, drawing, (target) => {
    if (part !== 'glyphs')
      for (const sprite of sheet.sprites)
        if (sprite.layer === 'box') drawSprite(target, sheet, sprite, AT_REST, drawing);
    if (movesBox && part !== 'glyphs') drawBox(target, sheet, cue, t, drawing);
    drawLayers(target, sheet, drawing, part, (context, sprite) => {
      if (movesBox && sprite.layer === 'background' && sprite.variant === 'lit') return;
      drawWord(context, sheet, sprite, parts[sprite.unit], drawing);
    });
    if (part !== 'lines') for (const word of parts) drawUnderline(target, node, word, sheet);
  });
};
