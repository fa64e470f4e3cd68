import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { array, record } from '../../codec/containers.js';
import { number, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';

const Marker = about(
  'A named time.',
  record({
    time: about('Its time, ms.', number({ minimum: 0, maximum: LIMITS.durationMs })),
    name: about('Its name.', string({ minLength: 1, maxLength: LIMITS.nameLength })),
  }),
  { title: 'Marker' },
);
export type Marker = t.TypeOf<typeof Marker>;

export const Markers = about(
  'Named times: the chapters that a link for viewing shows. They change neither the picture nor the sound.',
  array(Marker, LIMITS.markers),
);
