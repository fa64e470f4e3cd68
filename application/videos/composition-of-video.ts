import * as E from 'fp-ts/lib/Either.js';
import type { Composition } from '../../domain/composition/composition.js';
import { StoredComposition } from '../../domain/composition/stored-composition.js';
import type { VideoRow } from '../ports/queries.js';

/**
 * The composition of a video. It was validated in full when it was stored, so this checks only what the codecs of events
 * check.
 * @throws RangeError if the read model has no composition there
 */
export const compositionOfVideo = ({ videoId, compositionJson }: VideoRow): Composition => {
  const decoded = StoredComposition.decode(JSON.parse(compositionJson));
  if (E.isLeft(decoded)) throw new RangeError(`the stored composition of video ${videoId} is malformed`);
  return decoded.right;
};
