import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { string } from '../../domain/codec/scalars.js';
import { PersonName } from './video-record.js';

/** Maximum number of selected clips of a tab. */
const MAX_SELECTED = 50;

export const PresenceRecord = about(
  'Somebody who has the video open.',
  record(
    {
      tab: about(
        'A random name of the browser tab, the same as long as it is open.',
        string({ pattern: /^[\w-]{8,64}$/, patternMeaning: '8 to 64 letters, digits, - and _' }),
      ),
      selection: about(
        'The ids of the clips that are selected.',
        array(string({ minLength: 1, maxLength: 100 }), MAX_SELECTED),
      ),
    },
    { name: about('The name, unless the link was made out to one.', PersonName) },
  ),
  { title: 'Presence' },
);
export type PresenceRecord = t.TypeOf<typeof PresenceRecord>;
