import { definedFields } from '../../../../domain/codec/json.js';
import { evenWords } from '../caption-words.js';
import type { Places } from '../places.js';
import { t } from '../../words/words.js';

export type ClipDraft = Readonly<Record<string, unknown>>;
type Area = readonly [x: number, y: number, width: number, height: number];

/** Makes clips for presets. Areas are fractions of the sides of the canvas; other lengths are in 1/1080 of the shorter side. */
export const layoutOf = ({ width, height }: Places['canvas']) => {
  const unit = Math.min(width, height) / 1080;
  const px = (units: number): number => Math.round(units * unit);
  const placed = ([x, y, w, h]: Area) => ({
    position: { x: Math.round(x * width), y: Math.round(y * height) },
    size: { width: Math.round(w * width), height: Math.round(h * height) },
  });
  return {
    px,
    /** @param look text properties, and beside them `transition` and `transform` of the clip */
    text: (content: string, area: Area, size: number, look: ClipDraft): ClipDraft => {
      const { transition, transform, ...style } = look;
      const textProperties = { content, fontSize: px(size), color: '#ffffff', ...style };
      return { type: 'text', ...placed(area), textProperties, ...definedFields({ transition, transform }) };
    },
    bar: (area: Area, fill: string, rest: ClipDraft = {}): ClipDraft => ({
      type: 'shape',
      ...placed(area),
      shapeProperties: { shape: 'rectangle', fill },
      ...rest,
    }),
    caption: (properties: ClipDraft, style: ClipDraft, lit: ClipDraft): ClipDraft => {
      const place = placed([0.08, 0.7, 0.84, 0.2]);
      return {
        type: 'caption',
        ...place,
        captionProperties: {
          words: evenWords(t('Say it in your words')),
          textAlign: 'center',
          maxWidth: place.size.width,
          nonHighlightTextProperties: style,
          highlightTextProperties: { ...style, ...lit },
          ...properties,
        },
      };
    },
  };
};

export type Layout = ReturnType<typeof layoutOf>;

export type Shown = readonly [scale: number, x: number, y: number];

/** A named look, and its clips. */
export interface Look {
  readonly name: string;
  /** How much its picture is enlarged, around which point of it, in per cent: so that what is written is read. */
  readonly shown?: Shown;
  readonly clips: (layout: Layout) => ReadonlyArray<ClipDraft>;
}
