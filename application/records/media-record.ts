import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { boolean, number, oneOf, string } from '../../domain/codec/scalars.js';
import { record } from '../../domain/codec/containers.js';
import { amount, countField } from './fields.js';

/** Fields that only some media have. */
export const mediaFields = {
  width: countField('Width in pixels, as shown; absent for sounds.'),
  height: countField('Height in pixels, as shown; absent for sounds.'),
  durationMs: amount('Length in ms; absent for still images.'),
  fps: amount('Frames per second of a video, on average.'),
  variableFrameRate: about('Whether the frames of a video have different durations.', boolean),
  rotation: about('By how many degrees clockwise players rotate the frames of the file.', number()),
  hasAlpha: about('Whether it can be transparent.', boolean),
  color: about(
    'The colours of a video, as the file states them in the terms of FFmpeg.',
    record(
      {},
      {
        matrix: about('Its matrix, such as `bt709`.', string()),
        range: about('`tv` for limited, `pc` for full range.', string()),
        primaries: about('Its primaries, such as `bt709`.', string()),
        transfer: about('Its transfer function, such as `smpte2084`.', string()),
      },
    ),
  ),
};

/** What a source is, as clients see it. */
export const MediaRecord = about(
  'What a source is.',
  record(
    {
      kind: about('What its clips can be.', oneOf('image', 'video', 'audio')),
      bytes: countField('Its size.'),
      hasSound: about('Whether it has sound.', boolean),
    },
    mediaFields,
  ),
  { title: 'Media' },
);
export type MediaRecord = t.TypeOf<typeof MediaRecord>;
