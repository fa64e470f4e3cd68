import type { DraftClip } from '../draft.js';
import { captionClip } from '../reading/captions.js';
import { opaque } from '../reading/colors.js';
import { built, carried, type FieldTable } from '../reading/fields.js';
import { family } from '../reading/fonts.js';
import { anchorIn } from '../reading/places.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import type { TextContext } from './text-fields.js';
import { ALIGN } from './vidapi-clips.js';

const CAPTION: FieldTable<TextContext> = {
  font_family: family,
  font_size: rule.number('fontSize', 1, 2000),
  color: rule.to('color', (style, name) => opaque(style, name)),
  outline_color: rule.color('strokeColor'),
  background_color: rule.color('backgroundColor'),
};
const LETTERS = {
  fontFamily: 'Inter',
  fontSize: 42,
  color: '#FFFFFF',
  strokeColor: '#000000',
  strokeWidth: 2,
};

/** Captions that are drawn, as a clip; those in a file beside the video are noted. */
export const captionsOf = (project: Reader, context: TextContext): ReadonlyArray<DraftClip> => {
  if (!project.has('captions')) return [];
  const captions = project.child('captions');
  captions.lacks('they are drawn', 'format');
  if (captions.text('mode') !== 'burn-in')
    captions.differs('mode', 'the captions are drawn in the picture instead of a file beside it');
  const style = captions.child('style');
  const letters = built(LETTERS, carried(style, CAPTION, context));
  const words = captions.children('cues').map((cue, line) => {
    const start = cue.time('start') ?? 0;
    const end = cue.time('end') ?? start + (cue.time('duration') ?? 0);
    return { start, end, word: cue.text('text') ?? '', line };
  });
  const anchor = anchorIn(style, 'position') ?? 'bottom';
  const margin = style.number('margin_v') ?? 48;
  const width = context.canvas.width * 0.9;
  const y = anchor === 'bottom' ? -margin : anchor === 'top' ? margin : 0;
  const clip = captionClip(
    letters,
    {},
    {
      size: { width, height: Number(letters['fontSize']) * 3 },
      position: { anchor, relativeTo: anchor, y, z: 1000 },
      timeFrame: { end: 'video' },
      captionProperties: {
        words,
        maxWidth: width,
        textAlign: style.choice('align', ALIGN) ?? 'center',
      },
    },
  );
  return [{ path: captions.path, clip }];
};
