import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { Paint, PaintOrTransparent } from './paint.js';
import { Source } from './source.js';

const pixels = (minimum: number) => number({ minimum, maximum: LIMITS.edge });

/** Which sound a waveform clip shows, and how. */
export const WaveformProperties = about(
  'A sound as a picture that moves with it: its level around the instant that is heard.',
  record(
    {
      style: withDefault(
        about(
          '`bars` side by side, a `line`, or a `circle` of bars with the current instant at the top and what was heard before further down.',
          oneOf('bars', 'line', 'circle'),
        ),
        'bars',
      ),
      color: withDefault(Paint, '#FFFFFF'),
      backgroundColor: withDefault(PaintOrTransparent, 'transparent'),
      window: withDefault(
        about('How many ms of the sound are seen at a time.', number({ minimum: 100, maximum: 60_000 })),
        2000,
      ),
      barWidth: withDefault(about('Pixels a bar is wide.', pixels(1)), 6),
      gap: withDefault(about('Pixels between bars.', pixels(0)), 4),
      barRadius: withDefault(about('Radius of the corners of bars, px.', pixels(0)), 0),
      minHeight: withDefault(about('Pixels that a bar of silence is high.', pixels(0)), 2),
      align: withDefault(about('What bars grow from.', oneOf('middle', 'top', 'bottom')), 'middle'),
      lineWidth: withDefault(about('Pixels a line is wide.', pixels(0.5)), 4),
      innerRadius: withDefault(
        about(
          'Radius of the empty inside of a circle, as a share of its own.',
          number({ minimum: 0, maximum: 1 }),
        ),
        0.5,
      ),
    },
    {
      clip: about(
        'The id of a video or audio clip: it is shown as it is heard, with its volume and fades.',
        string({ minLength: 1, maxLength: 255 }),
      ),
      source: about(
        'Instead of `clip`: address of a sound that is shown and not heard. It starts with the clip, at `timeFrame.offset`.',
        Source,
      ),
      gain: about(
        'How high full scale is drawn, as a share of the box. Left out, the loudest moment fills the box.',
        number({ minimum: 0, maximum: 100 }),
      ),
    },
    [
      {
        field: 'clip',
        among: ['source'],
        problem: ({ clip, source }, path) => {
          if (clip === undefined) return source === undefined ? 'is required' : undefined;
          return source === undefined ? undefined : `must not stand next to ${path}.source`;
        },
      },
    ],
  ),
  { title: 'WaveformProperties' },
);
export type WaveformProperties = t.TypeOf<typeof WaveformProperties>;
