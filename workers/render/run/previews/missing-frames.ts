import type { FrameRate } from '../../../../domain/composition/timeline.js';
import { frameBytes, layerAt, type NearbyFrame } from '../../ways/graph/nearby-frames.js';
import type { VideoLayer } from '../../plan/layers.js';
import { decodedFrameKey, type ShownVideos } from './kept-frames.js';
import type { Reuse } from '../pieces/reuse.js';

/** Which frames are decoded ahead, from the one that is shown. Most steps go forwards. */
const FIRST = -4;
const LAST = 11;
/** Nothing is decoded while all of these are kept, so that not every step begins at the key frame again. */
const NEAR = { from: -2, to: 4 };

/** The frames of a video near one that was shown which are not kept, in order. */
export interface MissingFrames {
  readonly layer: VideoLayer;
  readonly rate: FrameRate;
  readonly frames: readonly [MissingFrame, ...ReadonlyArray<MissingFrame>];
}
type MissingFrame = NearbyFrame & { readonly key: string };

const isFilled = <A>(list: ReadonlyArray<A>): list is readonly [A, ...ReadonlyArray<A>] => list.length > 0;

/**
 * The frames near those that were shown which are not kept.
 * @param bytes about how much they may take together
 * @param isUnderWay whether the frame of a key is being decoded
 */
export const missingFrames = async (
  { videos, rate }: ShownVideos,
  kept: Reuse,
  bytes: number,
  isUnderWay: (key: string) => boolean,
): Promise<ReadonlyArray<MissingFrames>> => {
  const near = async (layer: VideoLayer, number: number): Promise<ReadonlyArray<MissingFrame>> => {
    // The frame itself in any case: the preview may not have kept it.
    const most = Math.max(1, Math.floor(bytes / videos.length / frameBytes(layer)));
    const first = -Math.min(-FIRST, Math.floor(most / 4));
    const last = Math.min(LAST, Math.ceil((most * 3) / 4) - 1);
    const offsets = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    const found = await Promise.all(
      offsets.map(async (offset) => {
        const shown = layerAt(layer, offset, rate);
        const key = shown && (await decodedFrameKey(shown, rate, kept));
        const isThere = key === undefined || isUnderWay(key) || (await kept.isKept(key));
        return isThere ? [] : [{ offset, key, name: `ahead-${number}-${offset - first}.nut` }];
      }),
    );
    const lacking = found.flat();
    return lacking.some(({ offset }) => NEAR.from <= offset && offset <= NEAR.to) ? lacking : [];
  };
  const all = await Promise.all(videos.map(near));
  return videos.flatMap((layer, index) => {
    const frames = all[index] ?? [];
    return isFilled(frames) ? [{ layer, rate, frames }] : [];
  });
};
