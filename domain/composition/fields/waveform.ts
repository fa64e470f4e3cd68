import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { exactlyOneOf, record, withDefault } from '../../codec/containers.js';
import { fraction, number, oneOf } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { PaintOrTransparent } from './paint.js';
import { Source } from './source.js';
import { ClipReference } from './clip-reference.js';

const pixels = (minimum: number) => number({ minimum, maximum: LIMITS.edge });

/** The sound that a waveform clip shows, and its style. */
export const WaveformProperties = about(
  'An animated waveform: the level of audio around the current time.',
  record(
    {
      style: withDefault(
        about(
          '`bars` side by side, a `line`, or a `circle` of bars with the current time at the top and earlier audio further down.',
          oneOf('bars', 'line', 'circle'),
        ),
        'bars',
      ),
      color: withDefault(PaintOrTransparent, '#FFFFFF'),
      backgroundColor: withDefault(PaintOrTransparent, 'transparent'),
      window: withDefault(
        about('How many ms of the audio are visible at a time.', number({ minimum: 100, maximum: 60_000 })),
        2000,
      ),
      barWidth: withDefault(about('Width of a bar, pixels.', pixels(1)), 6),
      gap: withDefault(about('Gap between bars, pixels.', pixels(0)), 4),
      barRadius: withDefault(about('Corner radius of bars, pixels.', pixels(0)), 0),
      minHeight: withDefault(about('Height of a bar for silence, pixels.', pixels(0)), 2),
      align: withDefault(about('The edge from which bars grow.', oneOf('middle', 'top', 'bottom')), 'middle'),
      lineWidth: withDefault(about('Width of the line, pixels.', pixels(0.5)), 4),
      innerRadius: withDefault(
        about("Radius of the empty centre of a circle, as a fraction of the circle's radius.", fraction),
        0.5,
      ),
    },
    {
      clip: about(
        'The id of a video or audio clip, whose audio is shown as it is heard, with its volume and fades.',
        ClipReference,
      ),
      source: about(
        'In place of `clip`: URL of audio that is shown but not heard. It starts with the clip, at `timeFrame.offset`.',
        Source,
      ),
      gain: about(
        'Height of full scale as a fraction of the box. Default: the loudest moment fills the box.',
        number({ minimum: 0, maximum: 100 }),
      ),
    },
    [exactlyOneOf('clip', 'source')],
  ),
  { title: 'WaveformProperties' },
);
export type WaveformProperties = t.TypeOf<typeof WaveformProperties>;
