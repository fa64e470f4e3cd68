import type { DraftClip } from '../draft.js';
import { colorIn, withOpacity } from '../reading/colors.js';
import { present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';
import type { TextContext } from './rich-text.js';

/** Captions that are drawn, as a clip; those in a file beside the video are noted. */
export const captionsOf = (project: Reader, { canvas, fonts }: TextContext): ReadonlyArray<DraftClip> => {
  if (!project.has('captions')) return [];
  const captions = project.child('captions');
  captions.ignore('format');
  if (captions.text('mode') !== 'burn-in')
    captions.differs('mode', 'the captions are drawn in the picture instead of a file beside it');
  const style = captions.child('style');
  const size = style.numberIn('font_size', 1, 2000) ?? 42;
  const letters = present({
    ...fonts.fields(style.text('font_family') ?? 'Inter', (message) => style.differs('font_family', message)),
    fontSize: size,
    color: withOpacity(colorIn(style, 'color') ?? '#FFFFFF', style.number('opacity')),
    strokeColor: colorIn(style, 'outline_color') ?? '#000000',
    strokeWidth: 2,
    backgroundColor: colorIn(style, 'background_color'),
  });
  const words = captions.children('cues').flatMap((cue, line) => {
    const start = cue.time('start') ?? 0;
    const end = cue.time('end') ?? start + (cue.time('duration') ?? 0);
    return [{ start, end, word: cue.text('text') ?? '', line }];
  });
  const anchor =
    style.choice('position', table({ top: 'top', middle: 'center', bottom: 'bottom' })) ?? 'bottom';
  const margin = style.number('margin_v') ?? 48;
  const width = canvas.width * 0.9;
  return [
    {
      path: captions.path,
      clip: {
        type: 'caption',
        size: { width, height: size * 3 },
        position: {
          anchor,
          relativeTo: anchor,
          y: anchor === 'bottom' ? -margin : anchor === 'top' ? margin : 0,
          z: 1000,
        },
        timeFrame: { end: 'video' },
        captionProperties: {
          words,
          maxWidth: width,
          textAlign:
            style.choice('align', table({ left: 'left', center: 'center', right: 'right' })) ?? 'center',
          highlightTextProperties: letters,
          nonHighlightTextProperties: letters,
        },
      },
    },
  ];
};
