import * as E from 'fp-ts/lib/Either.js';
import { countClips, withClipIds } from '../../domain/composition/clips/clip-ids.js';
import type { Composition } from '../../domain/composition/composition.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';

const STAND_IN = 'https://stand-in.invalid/';

/** Describes a composition that uses a source, as a request does. */
export type MakeDocument = (source: string) => {
  readonly metadata?: object;
  readonly clips?: ReadonlyArray<object>;
};

/**
 * A composition that uses a source: `make` describes it as a request does. Sources of requests are addresses or assets,
 * so it is validated with an address in place of the source.
 */
export const compositionWith = (source: string, make: MakeDocument): Composition => {
  const { metadata = {}, clips = [] } = make(STAND_IN);
  const decoded = CreateVideoBody.decode({
    metadata: { name: 'Asset', duration: 1000, ...metadata },
    clips,
  });
  if (E.isLeft(decoded)) throw new RangeError('the composition for an asset is not valid');
  const text = JSON.stringify(decoded.right).replaceAll(STAND_IN, source);
  const body = JSON.parse(text) as CreateVideoBody;
  const ids = Array.from({ length: countClips(body.clips) }, (_, index) => `clip-${index}`);
  const { additional: _, ...document } = body;
  return { ...document, clips: withClipIds(body.clips, [], ids) };
};
