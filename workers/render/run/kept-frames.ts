import { join } from 'node:path';
import type { FrameRate } from '../../../domain/composition/timeline.js';
import { seenLayers } from '../compose/base-layers.js';
import { isPreserved } from '../compose/decoded-video.js';
import { sourceInput } from '../compose/source-input.js';
import type { Rasters } from '../compose/still-inputs.js';
import type { DecodedFrame, Layer, VideoLayer } from '../plan/layers.js';
import type { Piece, RenderPlan } from '../plan/plan.js';
import type { Reuse } from './reuse.js';

/** The videos whose frames a single frame of a project shows, each at its time. */
export interface ShownVideos {
  readonly videos: ReadonlyArray<VideoLayer>;
  readonly rate: FrameRate;
}

/** A plan that reads the decoded frames that are kept, and writes the others. */
export interface PlanWithFrames {
  readonly plan: RenderPlan;
  /** The videos whose frames are kept. */
  readonly shown: ShownVideos;
  /** Keeps the frames that were written. */
  readonly keep: () => void;
}

/** The key of the frame that a video shows; undefined if it can't be kept. */
export const decodedFrameKey = (
  layer: VideoLayer,
  rate: FrameRate,
  frames: Reuse,
): Promise<string | undefined> => {
  const { input, toStart } = sourceInput(layer);
  return frames.keyOf('decoded frame', [input, toStart, layer.video.stream, rate]);
};

/**
 * Lets the plan of a single frame read what its videos show from the frames that earlier previews decoded: decoding from
 * the key frame before takes most of the time of a preview. Retimed videos and those in scenes are decoded each time.
 * @param waitFor waits for a frame that is not kept, if it is being decoded already, and returns whether it was
 */
export const withKeptFrames = async (
  plan: RenderPlan,
  rasters: Rasters,
  folder: string,
  frames: Reuse,
  waitFor: (key: string) => Promise<boolean>,
): Promise<PlanWithFrames> => {
  let count = 0;
  const missing: { readonly key: string; readonly path: string }[] = [];
  const videos: VideoLayer[] = [];
  const decodedFrame = async (layer: VideoLayer): Promise<DecodedFrame | undefined> => {
    const key = await decodedFrameKey(layer, plan.rate, frames);
    if (key === undefined) return undefined;
    const name = `decoded-${(count += 1)}.nut`;
    const path = join(folder, name);
    const isTaken = async () => (await frames.take(key, path)) !== undefined;
    let isThere = await isTaken();
    if (!isThere && (await waitFor(key))) isThere = await isTaken();
    if (!isThere) missing.push({ key, path });
    return { path, name, isThere };
  };
  const withFrame = async (layer: Layer): Promise<Layer> => {
    if (layer._tag !== 'Video' || layer.retimed || !isPreserved(layer.video)) return layer;
    const decoded = await decodedFrame(layer);
    if (!decoded) return layer;
    videos.push(layer);
    return { ...layer, decoded };
  };
  const withFrames = async (piece: Piece): Promise<Piece> => {
    const { base, above } = seenLayers(plan, piece, rasters);
    return { ...piece, layers: await Promise.all([...base, ...above].map(withFrame)) };
  };
  return {
    plan: { ...plan, pieces: await Promise.all(plan.pieces.map(withFrames)) },
    shown: { videos, rate: plan.rate },
    keep: () => {
      for (const { key, path } of missing) frames.keep(key, path);
    },
  };
};
