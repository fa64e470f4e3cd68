import type { ComposeInput, ComposeRequest } from '../../ports/media-engine.js';
import type { FrameSpan } from '../../../../domain/composition/timeline.js';
import { encodedAs, outputFilters, type PictureCodec } from '../../compose/picture-codec.js';
import { nutInput, ratio } from '../../compose/inputs.js';
import { sceneClips, drawnFormat, fromDrawn, type SceneClips, sceneInput } from '../drawn/drawn-inputs.js';
import type { DrawnLayer, Layer, PictureLayer, VideoLayer } from '../../plan/layers.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import { visibleLayers } from './visible-layers.js';
import { decodedVideo } from './decoded-video.js';
import { pagesInput, type Rasters, stillInput } from './still-inputs.js';
import { pictureFilters } from './video-filters.js';

/** The output path of a piece, and the prefix of the paths of its passes. */
export interface PieceTarget {
  readonly output: string;
  readonly stem: string;
}

export interface PiecePass {
  readonly request: ComposeRequest;
  /** The clips of the inputs that are scenes, by the index of the input. */
  readonly scenes: ReadonlyMap<number, SceneClips>;
}

/** Maximum number of layers per pass: each needs an open file, a decoder and memory for some frames. */
export const LAYERS_A_PASS = 24;

/** The passes that compose and encode a piece frame by frame, in order. A piece with few layers has one. */
export const composedPasses = (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  { output, stem }: PieceTarget,
): ReadonlyArray<PiecePass> => {
  const { base, above } = visibleLayers(plan, piece, rasters);
  const frames = piece.span.to - piece.span.from;
  const passes = Math.max(1, Math.ceil((base.length + above.length) / LAYERS_A_PASS));
  const between = (pass: number): string => `${stem}.pass-${pass}.nut`;
  return Array.from({ length: passes }, (_, pass) =>
    passOf(plan, rasters, {
      frames,
      layers: above.slice(
        Math.max(0, pass * LAYERS_A_PASS - base.length),
        Math.max(0, (pass + 1) * LAYERS_A_PASS - base.length),
      ),
      base: pass === 0 ? base : between(pass - 1),
      codec: pass === passes - 1 ? codec : { _tag: 'Lossless', alpha: plan.alpha },
      output: pass === passes - 1 ? output : between(pass),
    }),
  );
};

interface Pass {
  readonly frames: number;
  readonly layers: ReadonlyArray<Layer>;
  /** Below the layers: the output of the previous pass, or a sequence of opaque layers; if empty, the background. */
  readonly base: string | ReadonlyArray<Layer>;
  readonly codec: PictureCodec;
  readonly output: string;
}

/** The filter graph of a pass while it is written. */
interface Graph {
  readonly plan: RenderPlan;
  readonly rasters: Rasters;
  readonly inputs: ComposeInput[];
  readonly scenes: Map<number, SceneClips>;
}

const passOf = (
  plan: RenderPlan,
  rasters: Rasters,
  { frames, layers, base, codec, output }: Pass,
): PiecePass => {
  const graph: Graph = { plan, rasters, inputs: [], scenes: new Map() };
  const chains = [baseChain(graph, base, frames)];
  for (const [index, layer] of layers.entries()) {
    const rect = layer._tag === 'Pictures' ? rasters[layer.layerSource]?.rect : layer.rect;
    chains.push(
      `${layerChain(graph, layer, `l${index}`)},format=yuva420p[l${index}]`,
      `[m${index}][l${index}]overlay=x=${rect?.x ?? 0}:y=${rect?.y ?? 0}:format=yuv420:eof_action=pass:repeatlast=0[m${index + 1}]`,
    );
  }
  const composed = `[m${layers.length}]`;
  const filters = outputFilters(codec);
  if (filters !== '') chains.push(`${composed}${filters}[out]`);
  const { inputs, scenes } = graph;
  return {
    request: {
      inputs,
      graph: chains.join(';'),
      outputs: [
        {
          label: filters === '' ? composed : '[out]',
          frames: codec._tag === 'Still' ? 1 : frames,
          ...encodedAs(codec, plan.rate),
          path: output,
        },
      ],
    },
    scenes,
  };
};

/** Adds an input. @param span the frames of the piece that show it @returns its index */
const open = ({ plan: { rate }, inputs }: Graph, input: ComposeInput, span?: FrameSpan): number => {
  const at = ((span?.from ?? 0) * rate.den) / rate.num;
  return inputs.push(span ? { ...input, shown: { from: 0, ...input.shown, at } } : input) - 1;
};

/** The chain that ends in `[m0]`, over which the layers are laid. */
const baseChain = (graph: Graph, base: Pass['base'], frames: number): string => {
  const { plan, rasters } = graph;
  const format = plan.alpha ? 'yuva420p' : 'yuv420p';
  const numbered = `settb=1/(${ratio(plan.rate)}),setpts=N[m0]`;
  if (typeof base === 'string') return `[${open(graph, nutInput(base))}:v]${numbered}`;
  const [first, second] = base;
  if (!first) {
    const background = open(graph, stillInput(rasters[0], 0, format, plan.rate));
    return `[${background}:v]${holdFilters({ from: 0, to: frames })}[m0]`;
  }
  if (!second) return `${layerChain(graph, first, 'base')},format=${format}[m0]`;
  const parts = base.map(
    (layer, index) =>
      `${layerChain(graph, layer, `base${index}`)},setpts=N,setsar=1,format=${format}[g${index}]`,
  );
  const all = base.map((_, index) => `[g${index}]`).join('');
  return `${parts.join(';')};${all}concat=n=${base.length}:v=1:a=0,${numbered}`;
};

/** The filter chain of a layer; its frames are numbered like those of the piece. */
const layerChain = (graph: Graph, layer: Layer, name: string): string => {
  switch (layer._tag) {
    case 'Video':
      return videoChain(graph, layer, name);
    case 'Drawn':
      return drawnChain(graph, layer);
    case 'Pictures':
      return pictureChain(graph, layer);
  }
};

const pictureChain = (graph: Graph, layer: PictureLayer): string => {
  const { plan, rasters } = graph;
  const raster = rasters[layer.layerSource];
  const isDrawn = plan.layerSources[layer.layerSource]?.layerSource._tag === 'Scene';
  const isOpaque = raster?.opaque === true;
  const format = isDrawn ? drawnFormat(isOpaque) : 'yuva420p';
  const convert = isDrawn ? `${fromDrawn(isOpaque)},` : '';
  const hold = holdFilters(layer.span);
  const [only, second] = layer.cues;
  if (only && !second) {
    const still = open(graph, stillInput(raster, only.page, format, plan.rate), layer.span);
    return `[${still}:v]${convert}${hold}`;
  }
  const pages = open(graph, pagesInput(layer, raster, format, plan.rate), layer.span);
  return `[${pages}:v]${convert}fps=${ratio(plan.rate)}:round=near:start_time=0,${hold}`;
};

/** The chain of frames that are drawn during composition. */
const drawnChain = (graph: Graph, layer: DrawnLayer): string => {
  const { span, opaque, firstFrame } = layer;
  const frames = Array.from({ length: span.to - span.from }, (_, index) => firstFrame + index);
  const input = open(graph, sceneInput(layer, frames, graph.rasters), span);
  graph.scenes.set(input, sceneClips(layer));
  return `[${input}:v]${fromDrawn(opaque)},${holdFilters(span)}`;
};

const videoChain = (graph: Graph, layer: VideoLayer, name: string): string => {
  const { plan, rasters } = graph;
  const { span } = layer;
  const decoded = decodedVideo(layer, plan.rate, (input) => open(graph, input, span));
  const hold = `tpad=stop=-1:stop_mode=clone,trim=end_frame=${span.to - span.from}`;
  const picture = [decoded, ...pictureFilters(layer), 'setsar=1', hold].join(',');
  const number = `setpts=N+${span.from}`;
  if (layer.mask === undefined) return `${picture},${number}`;
  const mask = open(graph, stillInput(rasters[layer.mask], 0, 'gray', plan.rate), span);
  const alpha = `[${mask}:v]${hold},setpts=N`;
  if (!layer.video.hasAlpha)
    return `${picture},setpts=N[${name}c];${alpha}[${name}a];[${name}c][${name}a]alphamerge,${number}`;
  return [
    `${picture},setpts=N,split[${name}c][${name}d]`,
    `[${name}d]alphaextract[${name}e]`,
    `${alpha}[${name}a]`,
    `[${name}e][${name}a]blend=all_mode=multiply[${name}m]`,
    `[${name}c][${name}m]alphamerge,${number}`,
  ].join(';');
};

/** Repeats the last frame forever, trims to the span, and numbers the frames from its start. */
const holdFilters = ({ from, to }: FrameSpan): string =>
  `tpad=stop=-1:stop_mode=clone,trim=end_frame=${to - from},setpts=N+${from}`;
