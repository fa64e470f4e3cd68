import type { JsonObject } from '../reading/json-object.js';
import { blocksOf } from './boxes.js';
import { anchorNamed } from '../reading/places.js';
import type { Reader } from '../reading/reader.js';
import type { Block } from './blocks.js';
import { laid, shapeClip, stacked } from './layout.js';
import { besideOf, hugs, isDrawn, isMoved, isWide, roomOf, spaceOf } from './look.js';
import { notesIn } from './styles.js';
import { alignOf, type HtmlClip, type HtmlPlace, isHugging, isOneClip, textClip } from './text-clip.js';

/** The most characters of a document and its style sheet. */
const MAX_CHARACTERS = 16 * 1024;
/** The most braces of a style sheet: parsing it takes time with each. */
const MAX_BRACES = 500;

/** The style of a page of a system with the usual font of this service. */
export const PAGE: HtmlPlace['base'] = { 'font-family': 'Inter', 'font-size': '16px', color: '#000000' };

/** How HTML is drawn that nothing is said about. */
const PLAIN: Pick<HtmlPlace, 'base' | 'align' | 'verticalAlign'> = {
  base: { ...PAGE, 'font-family': 'Arial' },
  align: 'left',
  verticalAlign: 'top',
};

/** A text as HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(/\r?\n/g, '<br>');

/** What a block draws in the box of the document: within its margins, and at the side that it is aligned to. */
const inBox = (block: Block, place: HtmlPlace, draw: (place: HtmlPlace) => HtmlClip): HtmlClip => {
  const { width, height, verticalAlign } = place;
  if (width === undefined || height === undefined) return draw(place);
  // The background of a text reaches beyond its letters, which are placed.
  const reaches = isDrawn(block.look) && isHugging(block, place) && !block.look.shadow;
  const pad = (side: string) => (reaches ? spaceOf(block.look, 'padding', side) : 0);
  const beside = besideOf(block.look);
  const [left, right] = [beside.left + pad('left'), beside.right + pad('right')];
  const [gap, below] = [block.gap + pad('top'), block.below + pad('bottom')];
  const room = roomOf(block.look, width) - pad('left') - pad('right');
  const inner = { width: Math.max(1, room), height: Math.max(1, height - gap - below) };
  const { fields } = draw({ ...place, ...inner });
  const size = fields['size'] as JsonObject;
  if (size['width'] === width && size['height'] === height) return { fields };
  const fills = Number(size['width']) + left + right === width;
  const align = fills ? 'left' : alignOf(block, place.align);
  const anchor = anchorNamed(`${verticalAlign} ${align}`);
  const x = align === 'right' ? -right : align === 'center' ? 0 : left;
  const y = { top: gap, middle: (gap - below) / 2, bottom: -below }[verticalAlign];
  const placed = { ...fields, position: { anchor, relativeTo: anchor, x, y }, timeFrame: { end: 'video' } };
  return { fields: { type: 'group', size: { width, height }, clips: [placed] } };
};

/** Whether the width of a block is stated, so that those of letters do not change it. */
const isStated = ({ look, isRow, spans, children }: Block): boolean =>
  look.width !== undefined ||
  (!isRow && spans.length === 0 && children.length > 0 && children.every(isStated));

const groupOf = (block: Block, place: HtmlPlace): HtmlClip => {
  const spare = isStated(block) ? 1 : 1.05;
  const room = place.width ?? Math.ceil(laid(block, undefined, place).width * spare);
  const { clips, width, height, isSure } = laid(block, room, place);
  if (!isSure)
    place.differs(
      'the sizes of the blocks of this HTML are estimated: they may lie a little higher or lower, or to a side',
    );
  const high = block.gap + height + block.below;
  const size = { width: Math.ceil(place.width ?? width), height: Math.ceil(place.height ?? high) };
  const share = { top: 0, middle: 0.5, bottom: 1 }[place.verticalAlign];
  const top = block.gap + (size.height - high) * share;
  return { fields: { type: 'group', size, clips: stacked(clips, top) } };
};

/**
 * What HTML draws, as a text, a shape or a group; undefined if it draws nothing.
 * @param field of the reader in which differences are noted
 */
export const htmlClip = (
  reader: Reader,
  field: string,
  { html, css = '' }: { readonly html: string; readonly css?: string | undefined },
  given: Pick<HtmlPlace, 'width' | 'height'> & Partial<typeof PLAIN & Pick<HtmlPlace, 'canvas'>>,
): HtmlClip | undefined => {
  const place: HtmlPlace = { ...PLAIN, ...reader.shared, ...given, ...notesIn(reader, field) };
  const braces = html.split('{').length + css.split('{').length;
  if (html.length + css.length > MAX_CHARACTERS || braces > MAX_BRACES)
    return reader.differs(
      field,
      `only HTML of up to ${MAX_CHARACTERS} characters, with ${MAX_BRACES} braces of CSS, is read: this one is left out`,
    );
  const { block, look } = blocksOf(html, css, place.base, place);
  if (!block) return undefined;
  // What is behind the whole document fills its box.
  const fills = isDrawn(look) && !hugs(look);
  const whole =
    fills || block.over.length > 0
      ? { ...block, look: { ...block.look, height: block.look.height ?? place.height } }
      : block;
  if (
    (place.height !== undefined || isWide(whole.look)) &&
    !isMoved(whole.look) &&
    whole.over.length === 0 &&
    isOneClip(whole, place)
  )
    return inBox(whole, place, (inner) => textClip(whole, inner));
  if (block.children.length > 0 || block.spans.length > 0 || block.over.length > 0)
    return groupOf(whole, place);
  if (!isDrawn(block.look)) return undefined;
  return inBox(block, place, ({ width = 100, height = 100 }) => ({
    fields: shapeClip(
      block.look,
      { width: block.look.width ?? width, height: block.look.height ?? height },
      place,
    ),
  }));
};
