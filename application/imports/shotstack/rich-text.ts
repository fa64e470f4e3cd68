import { colorIn, withOpacity } from '../reading/colors.js';
import type { Fonts } from '../reading/fonts.js';
import { type Canvas, type JsonObject, present, presentOrNone } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';

// Texts of Shotstack: https://shotstack.io/docs/api/#tocs_textasset

export interface TextContext {
  readonly canvas: Canvas;
  readonly fonts: Fonts;
}

export const VERTICAL = table({ top: 'top', center: 'middle', middle: 'middle', bottom: 'bottom' });

export const HORIZONTAL = table({ left: 'left', center: 'center', right: 'right' });

const opaque = (reader: Reader, name = 'color'): string | undefined => {
  const color = colorIn(reader, name);
  if (color?.includes('{{') && reader.has('opacity'))
    reader.differs('opacity', 'is not applied to a colour that is a placeholder');
  return withOpacity(color, reader.number('opacity'));
};

/** What is behind a text: it fills the box, or hugs the lines. */
export const backgroundOf = (asset: Reader): { readonly text: JsonObject; readonly effects: JsonObject } => {
  const background = asset.child('background');
  const fill = asset.isObject('background') ? opaque(background) : undefined;
  const padding = background.number('padding');
  const radius = background.number('borderRadius');
  const hugs = background.flag('wrap') ?? false;
  if (fill !== undefined && hugs)
    return {
      text: {
        textBackground: present({
          color: fill,
          paddingX: padding,
          paddingY: padding,
          borderRadius: radius,
          mode: 'block',
        }),
      },
      effects: {},
    };
  return {
    text: present({ backgroundColor: fill, padding }),
    effects: fill === undefined ? {} : present({ borderRadius: radius || undefined }),
  };
};

export const fontOf = (asset: Reader, { fonts }: TextContext, size: number, color: string): JsonObject => {
  const font = asset.child('font');
  const family = fonts.fields(font.text('family') ?? 'Open Sans', (message) =>
    font.differs('family', message),
  );
  const weight = font.number('weight');
  return present({
    fontSize: font.numberIn('size', 1, 2000) ?? size,
    color: opaque(font) ?? color,
    ...family,
    fontWeight: family['fontWeight'] ?? weight,
    fontStyle: font.choice('style', table({ normal: undefined, italic: 'italic' })) ?? family['fontStyle'],
  });
};

export const strokeOf = (reader: Reader): JsonObject => {
  const stroke = reader.child('stroke');
  const width = stroke.number('width') ?? 0;
  const color = withOpacity(colorIn(stroke, 'color'), stroke.number('opacity')) ?? '#000000';
  return width > 0 ? { strokeWidth: width, strokeColor: color } : {};
};

export const sizeOf = (clip: Reader, asset: Reader, canvas: Canvas): JsonObject => ({
  width: clip.number('width') ?? asset.number('width') ?? canvas.width,
  height: clip.number('height') ?? asset.number('height') ?? canvas.height,
});

export const textClip = (size: JsonObject, textProperties: JsonObject, effects: JsonObject): JsonObject =>
  present({ type: 'text', size, textProperties: present(textProperties), effects: presentOrNone(effects) });

const PRESETS: Readonly<Record<string, JsonObject>> = table({
  fadeIn: { type: 'fade' },
  slideIn: { type: 'slide' },
  ascend: { type: 'slide' },
  shift: { type: 'slide' },
  typewriter: { type: 'typewriter' },
  movingLetters: { type: 'wave' },
});

const animationOf = (asset: Reader): JsonObject | undefined => {
  const animation = asset.child('animation');
  const preset = animation.choice('preset', PRESETS);
  const unit = animation.choice('style', table({ character: 'letter', word: 'word' })) ?? 'letter';
  const duration = animation.time('duration') ?? 1000;
  const direction = animation.text('direction');
  if (!preset) return undefined;
  if (preset['type'] === 'slide' && direction !== undefined && direction !== 'up')
    animation.differs(
      'direction',
      `${unit === 'word' ? 'words' : 'letters'} slide up instead of ${direction.slice(0, 20)}`,
    );
  return { ...preset, unit, at: 'in', duration };
};

const gradientOf = (style: Reader): JsonObject | undefined => {
  if (!style.has('gradient')) return undefined;
  const gradient = style.child('gradient');
  const type = gradient.choice('type', table({ linear: 'linear', radial: 'radial' })) ?? 'linear';
  const stops = gradient
    .children('stops')
    .map((stop) => ({ offset: stop.number('offset') ?? 0, color: colorIn(stop, 'color') ?? '#000000' }));
  // Their angle counts from left to right, ours from bottom to top.
  const angle = (gradient.number('angle') ?? 0) + 90;
  return stops.length < 2 ? undefined : { type, ...(type === 'linear' ? { angle } : {}), stops };
};

export const richText = (clip: Reader, asset: Reader, context: TextContext): JsonObject => {
  const [style, align, shadow, border] = ['style', 'align', 'shadow', 'border'].map((name) =>
    asset.child(name),
  );
  if (!style || !align || !shadow || !border) return {};
  const background = backgroundOf(asset);
  const sides = asset.isObject('padding') ? asset.child('padding') : undefined;
  const [top = 0, right = 0, bottom = 0, left = 0] = ['top', 'right', 'bottom', 'left'].map(
    (side) => sides?.number(side) ?? 0,
  );
  const even = Math.max(top, right, bottom, left);
  if (sides && even !== Math.min(top, right, bottom, left))
    asset.differs('padding', `is ${even} px at all sides`);
  const decoration = style.text('textDecoration');
  const shadowColor = withOpacity(colorIn(shadow, 'color') ?? '#000000', shadow.number('opacity') ?? 0.5);
  const font = asset.child('font');
  const behind = colorIn(font, 'background');
  const borderColor = withOpacity(colorIn(border, 'color') ?? '#000000', border.number('opacity'));
  const width = border.number('width') ?? 0;
  return textClip(
    sizeOf(clip, asset, context.canvas),
    {
      content: asset.text('text') ?? '',
      ...fontOf(asset, context, 24, '#000000'),
      ...present({ color: gradientOf(style) }),
      letterSpacing: style.number('letterSpacing') || undefined,
      wordSpacing: style.number('wordSpacing') || undefined,
      lineHeight: style.numberIn('lineHeight', 0.1, 10) ?? 1.2,
      textTransform: style.choice(
        'textTransform',
        table({ none: undefined, uppercase: 'uppercase', lowercase: 'lowercase', capitalize: 'capitalize' }),
      ),
      underline: decoration === 'underline' || undefined,
      lineThrough: decoration === 'line-through' || undefined,
      textAlign: align.choice('horizontal', HORIZONTAL) ?? 'center',
      verticalAlign: align.choice('vertical', VERTICAL) ?? 'middle',
      shadow: asset.has('shadow')
        ? {
            x: shadow.number('offsetX') ?? 0,
            y: shadow.number('offsetY') ?? 0,
            blur: shadow.number('blur') ?? 0,
            color: shadowColor,
          }
        : undefined,
      ...background.text,
      ...(behind === undefined ? {} : { textBackground: { color: behind } }),
      ...(sides ? { padding: even } : asset.has('padding') ? { padding: asset.number('padding') } : {}),
      ...strokeOf(font),
      ...strokeOf(asset),
      ...(width > 0 ? { borderWidth: width, borderColor } : {}),
      animation: animationOf(asset),
    },
    { ...background.effects, ...present({ borderRadius: border.number('radius') || undefined }) },
  );
};
