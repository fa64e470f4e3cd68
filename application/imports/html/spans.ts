import { faded } from '../reading/colors.js';
import { clamped, type JsonObject, present } from '../reading/json-object.js';
import { linesOf } from './lines.js';
import { type BoxLook, spaceOf } from './look.js';
import type { HtmlContext, Letters } from './styles.js';

export type Spans = ReadonlyArray<JsonObject & { readonly text: string }>;

/** Text in one style, or a line break (`\n`), in an inline element with a look of its own. */
export interface Piece {
  readonly text: string;
  readonly letters: Letters;
  readonly look?: BoxLook | undefined;
}

/** White space as it is shown: collapsed, unless the style keeps it. */
const shownPieces = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const shown: Piece[] = [];
  let ends = ' ';
  const trimLast = (pattern: RegExp): void => {
    const last = shown.pop();
    if (last) shown.push({ ...last, text: last.text.replace(pattern, '') });
  };
  for (const piece of pieces) {
    const kept = (piece.letters.space ?? '').startsWith('pre');
    const collapsed = piece.text === '\n' || kept ? piece.text : piece.text.replaceAll(/[ \t\r\n]+/g, ' ');
    const text = !kept && /[ \n]$/.test(ends) ? collapsed.replace(/^ +/, '') : collapsed;
    if (text === '') continue;
    if (text.startsWith('\n')) trimLast(/ +$/);
    shown.push({ ...piece, text });
    ends = text;
  }
  trimLast(/[ \n]+$/);
  return shown.filter(({ text }) => text !== '');
};

/** The fields of letters, without what they are made of. */
const lettersOf = (letters: Letters, { fonts, differs }: HtmlContext): JsonObject => {
  const {
    families,
    weight,
    lineHeight: _l,
    linePx: _p,
    align: _a,
    space: _s,
    opacity: _o,
    ...rest
  } = letters;
  const font = fonts.fields(families, differs);
  return present({
    ...rest,
    fontSize: Math.min(2000, Math.max(1, letters.fontSize)),
    ...font,
    fontStyle: font['fontStyle'] ?? rest['fontStyle'],
    fontWeight: font['fontWeight'] ?? weight,
  });
};

/** The shape of what is behind the lines of an inline element. */
const behindOf = (look: BoxLook): JsonObject | undefined => {
  const [left, right, top, bottom] = ['left', 'right', 'top', 'bottom'].map((side) =>
    spaceOf(look, 'padding', side),
  ) as [number, number, number, number];
  const radius = typeof look.radius === 'number' ? look.radius : 0;
  if (look.fill === undefined || left + right + top + bottom + radius === 0) return undefined;
  return { paddingX: (left + right) / 2, paddingY: (top + bottom) / 2, borderRadius: radius };
};

/** The space at a side of an inline element, px. The padding of one with a fill is a part of it. */
const besideInline = (look: BoxLook | undefined, side: string): number =>
  look === undefined
    ? 0
    : spaceOf(look, 'margin', side) + (look.fill === undefined ? spaceOf(look, 'padding', side) : 0);

/** The spans of a run: pieces in the same style are one. */
export const spansOf = (run: ReadonlyArray<Piece>, { opacity }: Letters, context: HtmlContext): Spans => {
  const spans: Array<JsonObject & { text: string }> = [];
  let around: BoxLook | undefined;
  for (const { text, letters, look } of shownPieces(run)) {
    const gap = look === around ? 0 : besideInline(around, 'right') + besideInline(look, 'left');
    around = look;
    if (look && (look.border || linesOf(look).length > 0))
      context.differs('borders of inline elements are not drawn');
    const own = lettersOf(letters, context);
    const { color } = own;
    const share = letters.opacity === opacity ? 1 : (letters.opacity ?? 1) / (opacity ?? 1);
    const isPlain = typeof color === 'string' && color.startsWith('#') && look?.fill === undefined;
    if (share !== 1 && !isPlain) context.differs('the opacity of inline elements is not carried over');
    const faint = share !== 1 && isPlain ? { color: faded(color, share) } : {};
    const style = present({ ...own, ...faint, backgroundColor: look?.fill, behind: look && behindOf(look) });
    const letterSpacing = clamped(-500, 500, gap);
    if (gap !== 0) spans.push({ text: '\u00A0', ...own, fontSize: 1, letterSpacing });
    const last = spans.at(-1);
    const { text: before = '', ...lastStyle } = last ?? {};
    if (last && JSON.stringify(lastStyle) === JSON.stringify(style)) last.text = before + text;
    else spans.push({ text, ...style });
  }
  const [, ...more] = spans;
  if (more.length > 0 && spans.some(({ behind }) => behind !== undefined))
    context.differs('space and corners of inline elements are only drawn around a whole text');
  return more.length > 0 ? spans.map(({ behind: _shape, ...span }) => span) : spans;
};
