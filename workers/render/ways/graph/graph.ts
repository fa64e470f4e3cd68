import type { ComposeInput, ComposeRequest } from '../../ports/media-engine.js';
import type { FrameSpan } from '../../../../domain/composition/timeline.js';
import { encodedAs, outputFilters, type PictureCodec } from '../../compose/picture-codec.js';
import { nutInput, ratio } from '../../compose/inputs.js';
import { sceneClips, drawnFormat, fromDrawn, type SceneClips, sceneInput } from '../drawn/drawn-inputs.js';
import type { DrawnLayer, Layer, VideoLayer } from '../../plan/layers.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import { seenLayers } from './seen-layers.js';
import { decodedVideo } from './decoded-video.js';
import { pageList, type PageList, pagesInput, type Rasters, stillInput } from './still-inputs.js';
import { pictureFilters } from './video-filters.js';

/** The output of a piece, and the prefix of the names of its page lists and passes. */
export interface PieceTarget {
  readonly output: string;
  readonly stem: string;
}

/** A pass that composes a piece, and the lists that must be written before it. */
export interface PiecePass {
  readonly request: ComposeRequest;
  readonly lists: ReadonlyArray<PageList>;
  /** The clips of the inputs that are scenes, by their number. */
  readonly scenes: ReadonlyMap<number, SceneClips>;
}

/** Maximum number of layers per pass: each needs an open file, a decoder and some frames. */
export const LAYERS_A_PASS = 24;

/** The passes that compose and encode a piece frame by frame, in order: one, unless it has many layers. */
export const composedPasses = (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  { output, stem }: PieceTarget,
): ReadonlyArray<PiecePass> => {
  const { base, above } = seenLayers(plan, piece, rasters);
  const frames = piece.span.to - piece.span.from;
  const passes = Math.max(1, Math.ceil((base.length + above.length) / LAYERS_A_PASS));
  const between = (pass: number): string => `${stem}.pass-${pass}.nut`;
  return Array.from({ length: passes }, (_, pass) =>
    composePass(plan, rasters, {
      frames,
      layers: above.slice(
        Math.max(0, pass * LAYERS_A_PASS - base.length),
        Math.max(0, (pass + 1) * LAYERS_A_PASS - base.length),
      ),
      base: pass === 0 ? base : between(pass - 1),
      codec: pass === passes - 1 ? codec : { _tag: 'Lossless', alpha: plan.alpha },
      output: pass === passes - 1 ? output : between(pass),
      stem: `${stem}.${pass}`,
    }),
  );
};

interface Pass {
  readonly frames: number;
  readonly layers: ReadonlyArray<Layer>;
  /**
   * What is below the layers: the output of the previous pass, or a sequence of opaque layers; if none, the background.
   */
  readonly base: string | ReadonlyArray<Layer>;
  readonly codec: PictureCodec;
  readonly output: string;
  readonly stem: string;
}

const composePass = (
  plan: RenderPlan,
  rasters: Rasters,
  { frames, layers, base, codec, output, stem }: Pass,
): PiecePass => {
  const { rate } = plan;
  const composedFormat = plan.alpha ? 'yuva420p' : 'yuv420p';
  const inputs: ComposeInput[] = [];
  const lists: PageList[] = [];
  /** @param span the frames of the piece that show the input */
  const open = (input: ComposeInput, span?: FrameSpan): number =>
    inputs.push(
      span ? { ...input, shown: { from: 0, ...input.shown, at: (span.from * rate.den) / rate.num } } : input,
    ) - 1;
  /** The filter chain of a layer; its frames are numbered like those of the piece. */
  const layerChain = (layer: Layer, name: string): string => {
    if (layer._tag === 'Video')
      return videoChain(layer, name, decoded(layer), (mask) =>
        open(stillInput(rasters[mask], 0, 'gray', rate), layer.span),
      );
    if (layer._tag === 'Drawn') return drawnChain(layer);
    const raster = rasters[layer.layerSource];
    const isDrawn = plan.layerSources[layer.layerSource]?.layerSource._tag === 'Scene';
    const isOpaque = raster?.opaque === true;
    const format = isDrawn ? drawnFormat(isOpaque) : 'yuva420p';
    const convert = isDrawn ? `${fromDrawn(isOpaque)},` : '';
    const [only, second] = layer.cues;
    if (only && !second)
      return `[${open(stillInput(raster, only.page, format, rate), layer.span)}:v]${convert}${holdFilters(layer.span)}`;
    const list = pageList(layer, raster, format, rate, `${stem}.${name}.ffconcat`);
    lists.push(list);
    return `[${open(pagesInput(list), layer.span)}:v]${convert}fps=${ratio(rate)}:round=near:start_time=0,${holdFilters(layer.span)}`;
  };

  const decoded = (layer: VideoLayer): string => {
    const frames = decodedVideo(layer, rate, (input) => open(input, layer.span));
    return [frames, ...pictureFilters(layer)].join(',');
  };

  const scenes = new Map<number, SceneClips>();
  /** Frames that are drawn while they are composed. */
  const drawnChain = (layer: DrawnLayer): string => {
    const { span, opaque, firstFrame } = layer;
    const frames = { from: firstFrame, to: firstFrame + span.to - span.from };
    const input = open(sceneInput(layer, frames, rasters), span);
    scenes.set(input, sceneClips(layer));
    return `[${input}:v]${fromDrawn(opaque)},${holdFilters(span)}`;
  };

  const baseChain = (): string => {
    if (typeof base === 'string') {
      return `[${open(nutInput(base))}:v]settb=1/(${ratio(rate)}),setpts=N[m0]`;
    }
    const [first, second] = base;
    if (!first)
      return `[${open(stillInput(rasters[0], 0, composedFormat, rate))}:v]${holdFilters({ from: 0, to: frames })}[m0]`;
    if (!second) return `${layerChain(first, 'base')},format=${composedFormat}[m0]`;
    const parts = base.map(
      (layer, index) =>
        `${layerChain(layer, `base${index}`)},setpts=N,setsar=1,format=${composedFormat}[g${index}]`,
    );
    const all = base.map((_, index) => `[g${index}]`).join('');
    return `${parts.join(';')};${all}concat=n=${base.length}:v=1:a=0,settb=1/(${ratio(rate)}),setpts=N[m0]`;
  };
  const chains = [baseChain()];
  for (const [index, layer] of layers.entries()) {
    const rect = layer._tag === 'Pictures' ? rasters[layer.layerSource]?.rect : layer.rect;
    chains.push(
      `${layerChain(layer, `l${index}`)},format=yuva420p[l${index}]`,
      `[m${index}][l${index}]overlay=x=${rect?.x ?? 0}:y=${rect?.y ?? 0}:format=yuv420:eof_action=pass:repeatlast=0[m${index + 1}]`,
    );
  }
  const composed = `[m${layers.length}]`;
  const filters = outputFilters(codec);
  if (filters !== '') chains.push(`${composed}${filters}[out]`);
  return {
    request: {
      inputs,
      graph: chains.join(';'),
      outputs: [
        {
          label: filters === '' ? composed : '[out]',
          frames: codec._tag === 'Still' ? 1 : frames,
          ...encodedAs(codec, rate),
          path: output,
        },
      ],
    },
    lists,
    scenes,
  };
};

/** Repeats the last frame forever, trims to the span, and numbers the frames from its start. */
const holdFilters = ({ from, to }: FrameSpan): string =>
  `tpad=stop=-1:stop_mode=clone,trim=end_frame=${to - from},setpts=N+${from}`;

const videoChain = (
  layer: VideoLayer,
  name: string,
  pictures: string,
  mask: (layerSource: number) => number,
): string => {
  const frames = layer.span.to - layer.span.from;
  const picture = `${pictures},setsar=1,tpad=stop=-1:stop_mode=clone,trim=end_frame=${frames}`;
  const number = `setpts=N+${layer.span.from}`;
  if (layer.mask === undefined) return `${picture},${number}`;
  const alpha = `[${mask(layer.mask)}:v]tpad=stop=-1:stop_mode=clone,trim=end_frame=${frames},setpts=N`;
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
