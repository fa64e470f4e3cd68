import { join } from 'node:path';
import type { FrameRate } from '../../../../domain/composition/timeline.js';
import { seenLayers } from '../../ways/graph/seen-layers.js';
import { isPreserved } from '../../ways/graph/decoded-video.js';
import { LAYERS_A_PASS } from '../../ways/graph/graph.js';
import { sourceInput } from '../../compose/source-input.js';
import type { Rasters } from '../../ways/graph/still-inputs.js';
import type { DecodedFrame, Layer, VideoLayer } from '../../plan/layers.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import { writeFrameMovie } from './frame-movies.js';
import type { Reuse } from '../pieces/reuse.js';

/** Decoding ahead, for one preview. */
export interface AheadOfPreview {
  /** Whether the frames near its own will be decoded. */
  readonly isEnabled: boolean;
  /**
   * Ends decoding for a preview that lacks a frame and needs the processors, unless this frame is among those that are
   * being decoded, because somebody is stepping through them, or it began just now: while somebody scrubs, nothing would
   * ever be finished.
   */
  readonly giveWay: (key: string) => void;
}

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
  /** Whether it reads short videos that were made for it. */
  readonly readsMovies: boolean;
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

/** A layer of a frame, and its decoded frame if that can be kept. */
interface LookedUp {
  readonly layer: Layer;
  readonly frame?: DecodedFrame & { readonly key: string; readonly layer: VideoLayer };
}

/**
 * Lets the plan of a single frame read what its videos show from the frames that earlier previews decoded: decoding from
 * the key frame before takes most of the time of a preview. Retimed videos and those in scenes are decoded each time.
 * Where the frames near this one are decoded ahead, the preview decodes only what leads to its frame. It keeps the frame
 * of one video then, and those of others are decoded ahead as well.
 * @param ahead what decodes frames ahead
 */
export const withKeptFrames = async (
  plan: RenderPlan,
  rasters: Rasters,
  folder: string,
  frames: Reuse,
  ahead: AheadOfPreview,
): Promise<PlanWithFrames> => {
  let count = 0;
  let readsMovies = false;
  const missing: { readonly key: string; readonly path: string }[] = [];
  const videos: VideoLayer[] = [];

  const lookUp = async (layer: Layer): Promise<LookedUp> => {
    if (layer._tag !== 'Video' || layer.retimed || !isPreserved(layer.video)) return { layer };
    const key = await decodedFrameKey(layer, plan.rate, frames);
    if (key === undefined) return { layer };
    const path = join(folder, `decoded-${(count += 1)}.nut`);
    const isThere = (await frames.take(key, path)) !== undefined;
    if (!isThere) ahead.giveWay(key);
    videos.push(layer);
    return { layer, frame: { path, isThere, key, layer } };
  };
  /** The layers with short videos for the frames that are missing; undefined unless there can be one for each. */
  const withMovies = async (found: ReadonlyArray<LookedUp>): Promise<ReadonlyArray<Layer> | undefined> => {
    // Nothing but the filter graph of a single command opens them: the times of inputs begin at zero.
    const isInGraph = found.every(({ layer, frame }) => layer._tag === 'Pictures' || frame !== undefined);
    if (!ahead.isEnabled || !isInGraph || found.length > LAYERS_A_PASS) return undefined;
    const written = found.find(({ frame }) => frame?.isThere === false);
    const made = await Promise.all(
      found.map(async (one): Promise<Layer | undefined> => {
        const { layer, frame } = one;
        if (!frame || frame.isThere) return withDecoded(layer, frame);
        const path = `${frame.path}.mp4`;
        const shownAt = await writeFrameMovie(frame.layer, path);
        if (shownAt === undefined) return undefined;
        const kept = one === written ? { writtenTo: frame.path } : {};
        return { ...frame.layer, decoded: { path, isThere: true, shownAt, ...kept } };
      }),
    );
    const layers = made.flatMap((layer) => layer ?? []);
    return layers.length === found.length ? layers : undefined;
  };
  const withFrames = async (piece: Piece): Promise<Piece> => {
    const { base, above } = seenLayers(plan, piece, rasters);
    const found = await Promise.all([...base, ...above].map(lookUp));
    const lacking = found.flatMap(({ frame }) => (frame && !frame.isThere ? [frame] : []));
    const layers = lacking.length > 0 ? await withMovies(found) : undefined;
    if (layers) readsMovies = true;
    // A process that waits writes one frame.
    missing.push(...(layers ? lacking.slice(0, 1) : lacking));
    return { ...piece, layers: layers ?? found.map(({ layer, frame }) => withDecoded(layer, frame)) };
  };

  const pieces = await Promise.all(plan.pieces.map(withFrames));
  return {
    plan: { ...plan, pieces },
    shown: { videos, rate: plan.rate },
    readsMovies,
    keep: () => {
      for (const { key, path } of missing) frames.keep(key, path);
    },
  };
};

const withDecoded = (layer: Layer, frame: LookedUp['frame']): Layer =>
  frame ? { ...frame.layer, decoded: { path: frame.path, isThere: frame.isThere } } : layer;
