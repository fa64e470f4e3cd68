import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import { number } from '../../domain/codec/scalars.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import { text } from './fields.js';

export const SampleRecord = about(
  'A project to start from.',
  record({
    _id: text('Its name in addresses, such as `quote-card`.'),
    name: text('Its name for people.'),
    description: text('What it shows.'),
    picture: text('The path of a picture of it on this service (WebP, 480 px wide or high).'),
    pictureMs: about('The time in the video that the picture shows, ms.', number({ minimum: 0 })),
    video: CreateVideoBody,
  }),
  { title: 'Sample' },
);
/** Its project is shown as it was written, without the defaults of omitted fields. */
export type SampleRecord = Omit<t.TypeOf<typeof SampleRecord>, 'video'> & {
  readonly video: Readonly<Record<string, unknown>>;
};
