import type * as t from 'io-ts';
import { about } from '../../../../domain/codec/codec.js';
import { withDefault } from '../../../../domain/codec/containers.js';
import { oneOf } from '../../../../domain/codec/scalars.js';
import type { VideoId } from '../../../../domain/ids.js';
import { reviewStream } from '../../../../domain/review/review.js';
import { videoStream } from '../../../../domain/video/video.js';
import { wholeNumberFromText } from '../../contract/query-codecs.js';

/** Common settings of the operations on a video's history. */
export const historyOperation = { access: 'api-key-or-bearer', tag: 'History' } as const;

/** Common settings of the operations on versions, which the editor offers too. */
export const versionOperation = { access: 'api-key-or-editor', tag: 'History' } as const;

/** The events of a video: two streams. */
export const StreamOfVideo = about(
  '`video`: the versions, and changes of the editor link. `review`: comments and decisions.',
  oneOf('video', 'review'),
);

export const streamOfVideo = (id: VideoId, stream: t.TypeOf<typeof StreamOfVideo>): string =>
  stream === 'video' ? videoStream(id) : reviewStream(id);

/** The highest version or revision that can be requested. */
export const HIGHEST_VERSION = 999_999_999;

export const LIMIT = withDefault(
  about('Maximum number of items to return.', wholeNumberFromText(1, 100)),
  20,
);
