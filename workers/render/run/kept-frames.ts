import { join } from 'node:path';
import { seenLayers } from '../compose/base-layers.js';
import { isPreserved } from '../compose/decoded-video.js';
import { sourceInput } from '../compose/source-input.js';
import type { Rasters } from '../compose/still-inputs.js';
import type { DecodedFrame, Layer, VideoLayer } from '../plan/layers.js';
import type { Piece, RenderPlan } from '../plan/plan.js';
import type { Reuse } from './reuse.js';

/** A plan that reads the decoded frames that are kept, and writes the others. */
export interface PlanWithFrames {
  readonly plan: RenderPlan;
  /** Keeps the frames that were written. */
  readonly keep: () => void;
}

/**
 * Lets the plan of a single frame read what its videos show from the frames that earlier previews decoded: decoding from
 * the key frame before takes most of the time of a preview. Retimed videos and those in scenes are decoded each time.
 */
export const withKeptFrames = async (
  plan: RenderPlan,
  rasters: Rasters,
  folder: string,
  frames: Reuse,
): Promise<PlanWithFrames> => {
  let count = 0;
  const missing: { readonly key: string; readonly path: string }[] = [];
  const decodedFrame = async (layer: VideoLayer): Promise<DecodedFrame | undefined> => {
    const { input, toStart } = sourceInput(layer);
    const key = await frames.keyOf('decoded frame', [input, toStart, layer.video.stream, plan.rate]);
    if (key === undefined) return undefined;
    const name = `decoded-${(count += 1)}.nut`;
    const path = join(folder, name);
    const isThere = (await frames.take(key, path)) !== undefined;
    if (!isThere) missing.push({ key, path });
    return { path, name, isThere };
  };
  const withFrame = async (layer: Layer): Promise<Layer> => {
    if (layer._tag !== 'Video' || layer.retimed || !isPreserved(layer.video)) return layer;
    const decoded = await decodedFrame(layer);
    return decoded ? { ...layer, decoded } : layer;
  };
  const withFrames = async (piece: Piece): Promise<Piece> => {
    const { base, above } = seenLayers(plan, piece, rasters);
    return { ...piece, layers: await Promise.all([...base, ...above].map(withFrame)) };
  };
  return {
    plan: { ...plan, pieces: await Promise.all(plan.pieces.map(withFrames)) },
    keep: () => {
      for (const { key, path } of missing) frames.keep(key, path);
    },
  };
};
