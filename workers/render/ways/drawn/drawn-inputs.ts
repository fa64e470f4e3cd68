import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Rect } from '../../../../domain/composition/geometry/geometry.js';
import {
  type FrameRate,
  type FrameSpan,
  instantOf,
  isEmptySpan,
  overlapOf,
} from '../../../../domain/composition/timeline.js';
import { convertTo } from '../../compose/color-conversion.js';
import { timedInput } from '../../compose/source-input.js';
import { instantsOf } from '../../plan/retimed-frames.js';
import type { PlannedFeed, PlannedScene, SceneOfClips } from '../../plan/scenes/scene-builder.js';
import { NO_FILE, type PixelFormat, type SceneFeed, type SceneInput } from '../../ports/media-engine.js';
import type { Rasters } from '../graph/still-inputs.js';

const TO_OUTPUT =
  'scale=in_range=pc:out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+full_chroma_int';

/** Filters that convert drawn frames to the pixel format and colours of the output. */
export const fromDrawn = (opaque: boolean): string =>
  `${TO_OUTPUT},format=${opaque ? 'yuv420p' : 'yuva420p'}`;

/** The pixel format of drawn frames. The alpha of opaque frames is ignored. */
export const drawnFormat = (opaque: boolean): PixelFormat => (opaque ? 'rgb0' : 'rgba');

/** The input for frames of a scene, in order. The files of its pictures may not exist yet. */
export const sceneInput = (
  { scene, rect, opaque }: { readonly scene: PlannedScene; readonly rect: Rect; readonly opaque: boolean },
  frames: ReadonlyArray<number>,
  rasters: Rasters,
): SceneInput => ({
  _tag: 'Scene',
  scene: {
    ...scene,
    rect,
    pictures: scene.pictures.map((picture) => pictureFile(picture, rasters)),
    feeds: scene.feeds.map((feed) =>
      feedOf(feed, { from: frames[0] ?? 0, to: (frames.at(-1) ?? -1) + 1 }, scene.rate),
    ),
  },
  frames,
  opaque,
});

/** The file of a picture of a scene. It may not exist yet. */
export const pictureFile = (
  { layerSource, page }: PlannedScene['pictures'][number],
  rasters: Rasters,
): SceneInput['scene']['pictures'][number] => {
  const raster = rasters[layerSource];
  const drawn = raster?.sheets?.[page];
  const file = {
    path: raster?.files[page] ?? NO_FILE,
    ...(raster?.scale === undefined ? {} : { scale: raster.scale }),
  };
  if (drawn) return { ...file, x: 0, y: 0, ...drawn };
  const { x, y, width, height } = raster?.rect ?? { x: 0, y: 0, width: 1, height: 1 };
  return { ...file, x, y, width, height };
};

/** The frames of a video that a span of frames of a scene shows. */
const feedOf = (
  { source, size, span, sourceFrom, retimed }: PlannedFeed,
  frames: FrameSpan,
  rate: FrameRate,
): SceneFeed => {
  const shown = overlapOf(span, frames);
  const feed = { ...size, span: shown };
  if (isEmptySpan(shown) || source.probed._tag !== 'Media' || !source.probed.video) return feed;
  const { container, video } = source.probed;
  const instants = retimed
    ? instantsOf(retimed, shown, rate)
    : Array.from(
        { length: shown.to - shown.from },
        (_, index) => sourceFrom + instantOf(shown.from + index - span.from, rate),
      );
  const isReversed = retimed?.retiming.isReversed === true;
  const filters = [
    ...convertTo(video, size.width, size.height),
    `format=${video.hasAlpha ? 'yuva444p' : 'yuv444p'}`,
    'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int',
    'format=rgba',
  ];
  return {
    ...feed,
    decoded: {
      input: timedInput({ path: source.path, container, video }, instants, rate, isReversed),
      graph: `[0:${video.stream}]${filters.join(',')}[out]`,
    },
  };
};

/** The clips of the nodes and feeds of a scene, which failures name. */
export interface SceneClips {
  readonly nodes: ReadonlyArray<ClipPath>;
  readonly feeds: ReadonlyArray<ClipPath>;
}

export const sceneClips = ({ scene, clips }: SceneOfClips): SceneClips => ({
  nodes: clips,
  feeds: scene.feeds.map(({ clip }) => clip),
});
