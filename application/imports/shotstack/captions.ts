import { colorIn, withOpacity } from '../reading/colors.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { sourceOf } from '../reading/sources.js';
import { table } from '../reading/table.js';
import type { TextContext } from './rich-text.js';

const ANIMATIONS = table({
  none: 'none',
  karaoke: 'karaoke',
  highlight: 'none',
  pop: 'pop',
  fade: 'none',
  slide: 'slide',
  bounce: 'bounce',
  typewriter: 'wordByWord',
});

/** Captions from a subtitle file; undefined if they come from a transcription. */
export const captionOf = (asset: Reader, { canvas, fonts }: TextContext): JsonObject | undefined => {
  const source = asset.text('src') ?? '';
  if (source === '' || source.startsWith('alias://')) {
    asset.cannotCarryOver(
      asset.text('type'),
      'clip',
      'its words come from a transcription. A caption clip without words is filled by transcription if a render asks for it',
    );
    return undefined;
  }
  const isRich = asset.text('type') === 'rich-caption';
  const [font, background, margin, active, style] = ['font', 'background', 'margin', 'active', 'style'].map(
    (name) => asset.child(name),
  );
  if (!font || !background || !margin || !active || !style) return undefined;
  const size = font.numberIn('size', 1, 2000) ?? (isRich ? 24 : 16);
  const stroke = isRich ? undefined : colorIn(font, 'stroke');
  const letters = present({
    ...fonts.fields(font.text('family') ?? 'Open Sans', (message) => font.differs('family', message)),
    fontSize: size,
    color: withOpacity(colorIn(font, 'color') ?? '#FFFFFF', font.number('opacity')),
    backgroundColor: withOpacity(colorIn(background, 'color'), background.number('opacity')),
    padding: background.number('padding'),
    strokeColor: stroke,
    strokeWidth: stroke === undefined ? undefined : font.number('strokeWidth'),
    letterSpacing: style.number('letterSpacing') || undefined,
    textTransform: style.choice(
      'textTransform',
      table({ none: undefined, uppercase: 'uppercase', lowercase: 'lowercase', capitalize: 'capitalize' }),
    ),
  });
  const spoken = active.child('font');
  const side = (name: string, otherwise: number) => (margin.number(name) ?? otherwise) * canvas.width;
  const [left, right] = [side('left', 0.1), side('right', 0.1)];
  const top = (margin.number('top') ?? 0.8) * canvas.height;
  const width = Math.max(1, canvas.width - left - right);
  return {
    type: 'caption',
    size: { width, height: Math.max(size * 3, canvas.height - top) },
    at: { x: left, y: Math.min(top, canvas.height - size * 3) },
    timing: present({ offset: asset.time('trim') || undefined }),
    captionProperties: present({
      subtitles: { source: sourceOf(asset, 'src') },
      maxWidth: width,
      textAlign: 'center',
      animation: asset.child('animation').choice('style', ANIMATIONS),
      nonHighlightTextProperties: letters,
      highlightTextProperties: { ...letters, ...present({ color: colorIn(spoken, 'color') }) },
    }),
  };
};
