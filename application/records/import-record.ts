import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import { oneOf } from '../../domain/codec/scalars.js';
import { IMPORT_FORMATS } from '../imports/detect.js';
import { DEVIATION_KINDS } from '../imports/reading/deviations.js';
import { anyObject, text } from './fields.js';

const Deviations = about(
  'What could not be carried over exactly; empty if nothing.',
  array(
    about(
      'Something that differs.',
      record(
        {
          kind: about(
            'What a person notices: something is missing (`leftOut`), looks or sounds different (`near`), is to be done (`toDo`), or nothing that is known to be seen or heard (`unseen`). They are listed in this order.',
            oneOf(...DEVIATION_KINDS),
          ),
          path: text('Where it is in the project that was converted.'),
          message: text('What is different or missing.'),
        },
        {
          clip: text('The clip of the video that it is about, such as `clips[2].clips[0]`, if there is one.'),
        },
      ),
      { title: 'Deviation' },
    ),
  ),
);

/** A converted project as clients see it. */
export const ImportRecord = about(
  'A project of another system as a video.',
  record(
    {
      from: about('The system that the project is from.', oneOf(...IMPORT_FORMATS)),
      video: about('The video: the body of `POST /v1/videos`.', CreateVideoBody),
      deviations: Deviations,
    },
    { preview: text('With `preview=true`: six frames on one picture, as a data URL.') },
  ),
  { title: 'Import' },
);

/** A timeline as clients see it. */
export const TimelineRecord = about(
  'A video as a timeline of OpenTimelineIO.',
  record({ timeline: anyObject('The timeline: the content of an `.otio` file.'), deviations: Deviations }),
  { title: 'Timeline' },
);
