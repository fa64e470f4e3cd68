import * as t from 'io-ts';
import { checkedBefore, stored } from '../codec/stored.js';
import type { Clip } from './clips/clip.js';
import type { Composition } from './composition.js';

/** A number, a word such as `auto`, or a placeholder of a template. */
const numberOrText = t.union([t.number, t.string]);

/** The clips of a recorded composition. */
export const StoredClips: t.Type<ReadonlyArray<Clip>, ReadonlyArray<Clip>, unknown> = checkedBefore(
  t.readonlyArray(
    stored({
      id: t.string,
      type: t.string,
      timeFrame: stored({ start: numberOrText }, { end: numberOrText }),
    }),
  ),
);

/**
 * A recorded composition. It was fully validated when it was requested; this codec checks only what projections rely
 * on.
 */
export const StoredComposition: t.Type<Composition, Composition, unknown> = checkedBefore(
  stored(
    {
      version: t.string,
      metadata: stored({
        name: t.string,
        backgroundColor: t.union([t.string, t.UnknownRecord]),
        duration: numberOrText,
        fps: numberOrText,
        canvas: stored({ width: numberOrText, height: numberOrText }),
      }),
      clips: StoredClips,
      renderOptionsInUI: t.readonlyArray(t.string),
    },
    { additional: t.UnknownRecord },
  ),
);
