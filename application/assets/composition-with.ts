import * as E from 'fp-ts/lib/Either.js';
import { countClips, withClipIds } from '../../domain/composition/clips/clip-ids.js';
import type { Composition } from '../../domain/composition/composition.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';

const PLACEHOLDER = 'https://stand-in.invalid/';

/** Makes the part of a request for a video that uses a source. */
export type MakeDocument = (source: string) => {
  readonly metadata?: object;
  readonly clips?: ReadonlyArray<object>;
};

/**
 * A composition that uses a source. Sources of requests are only addresses or assets, so the document is validated with a
 * placeholder address, and the source then replaces it.
 */
export const compositionWith = (source: string, make: MakeDocument): Composition => {
  const { metadata = {}, clips = [] } = make(PLACEHOLDER);
  const decoded = CreateVideoBody.decode({
    metadata: { name: 'Asset', duration: 1000, ...metadata },
    clips,
  });
  if (E.isLeft(decoded)) throw new RangeError('the composition for an asset is not valid');
  const text = JSON.stringify(decoded.right).replaceAll(PLACEHOLDER, source);
  const body = JSON.parse(text) as CreateVideoBody;
  const ids = Array.from({ length: countClips(body.clips) }, (_, index) => `clip-${index}`);
  const { additional: _, ...document } = body;
  return { ...document, clips: withClipIds(body.clips, [], ids) };
};
