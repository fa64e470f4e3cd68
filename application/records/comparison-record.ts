import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { amount, anyValue, ordinal, text, uri } from './fields.js';

/** A field that differs between two versions of a video. */
const FieldRecord = about(
  'A field that differs.',
  record(
    {
      path: text(
        'JSON Pointer (RFC 6901) into the version `after`, or, if it has no such field, into `before`. Clips are compared by their ids.',
      ),
    },
    {
      clip: text('The id of the clip, or clip in a group, that the field belongs to.'),
      before: anyValue('The value before; absent if there was none.'),
      after: anyValue('The value after; absent if there is none.'),
    },
  ),
  { title: 'ChangedField' },
);

/** A range of the timeline in which two versions may look different. */
const RangeRecord = about(
  'A range of the timeline in which the versions may look different.',
  record(
    {
      from: amount('Start, ms.'),
      t: amount('A time in the middle, ms.'),
    },
    {
      to: amount('End, ms. Absent: until the end, where that depends on sources or variables.'),
      beforeFrameUrl: uri('Address of the frame at `t` before; absent if the video had ended.'),
      afterFrameUrl: uri('Address of the frame at `t` after; absent if the video has ended.'),
    },
  ),
  { title: 'ChangedRange' },
);

/** What differs between two versions of a video, in its fields and on screen. */
export const ComparisonRecord = about(
  'What differs between two versions of a video.',
  record({
    videoId: text('The video.'),
    before: ordinal('The version that is compared with.'),
    after: ordinal('The version in the path.'),
    fields: about('The fields that differ.', array(FieldRecord)),
    ranges: about(
      'Where the versions may look different, in order. Found by comparing the plans, not by decoding: they look the same everywhere else if the sources have not changed.',
      array(RangeRecord),
    ),
  }),
  { title: 'VersionComparison' },
);
export type ComparisonRecord = t.TypeOf<typeof ComparisonRecord>;
