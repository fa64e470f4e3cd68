import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { boolean, number, oneOf } from '../../domain/codec/scalars.js';
import { record } from '../../domain/codec/containers.js';
import { countField } from './fields.js';

/** What a source is, as clients see it. */
export const MediaRecord = about(
  'What a source is.',
  record(
    {
      kind: about('What its clips can be.', oneOf('image', 'video', 'audio')),
      bytes: countField('Its size.'),
      hasSound: about('Whether it has sound.', boolean),
    },
    {
      width: countField('Width in pixels, as shown; absent for sounds.'),
      height: countField('Height in pixels, as shown; absent for sounds.'),
      durationMs: about('Length in ms; absent for still images.', number({ minimum: 0 })),
    },
  ),
  { title: 'Media' },
);
export type MediaRecord = t.TypeOf<typeof MediaRecord>;
