import { type DrawingJob, NO_FILE } from '../../ports/scene-drawer.js';
import type { Rect } from '../../../../domain/composition/geometry/geometry.js';
import type { FrameRate, FrameSpan } from '../../../../domain/composition/timeline.js';
import { instantOf, isEmptySpan, overlapOf } from '../../../../domain/composition/timeline.js';
import type { ComposeRequest } from '../../ports/media-engine.js';
import { instantsOf } from '../../plan/retimed-frames.js';
import { type DrawnPart, isDrawnPlanar } from './drawn-inputs.js';
import { feedRequest } from './feed-request.js';
import type { PlannedFeed, PlannedScene } from '../../plan/scenes/scene-builder.js';
import type { Rasters } from '../graph/still-inputs.js';

/** A video whose frames are written into a pipe while a scene with it is drawn. */
export interface FeedRun {
  readonly clip: string;
  readonly pipe: string;
  readonly request: ComposeRequest;
  readonly frames: number;
}

/** The work that runs alongside a command: pipes to create, videos to decode, scenes to draw. */
export interface DrawnWork {
  readonly pipes: ReadonlyArray<string>;
  readonly feeds: ReadonlyArray<FeedRun>;
  readonly jobs: ReadonlyArray<DrawingJob>;
}

/** The work that must run alongside a pass with drawn layers. */
export const drawnWork = (drawn: ReadonlyArray<DrawnPart>, rasters: Rasters, rate: FrameRate): DrawnWork => {
  const work = drawn.map((part) => jobOf(part, rasters, rate));
  const feeds = work.flatMap(({ feeds }) => feeds);
  return {
    pipes: [...drawn.map(({ path }) => path), ...feeds.map(({ pipe }) => pipe)],
    feeds,
    jobs: work.map(({ job }) => job),
  };
};

/** The job that draws one frame of a scene in which no video plays. */
export const stillJob = (
  scene: PlannedScene,
  rect: Rect,
  frame: number,
  output: string,
  rasters: Rasters,
): DrawingJob => ({
  output,
  frames: { from: frame, to: frame + 1 },
  scene: {
    ...scene,
    rect,
    pictures: scene.pictures.map((picture) => pictureFile(picture, rasters)),
    feeds: [],
  },
});

const jobOf = (
  { path, layer, frames }: DrawnPart,
  rasters: Rasters,
  rate: FrameRate,
): { readonly job: DrawingJob; readonly feeds: ReadonlyArray<FeedRun> } => {
  const { rect, scene } = layer;
  const feeds = scene.feeds.map((feed, index) =>
    runOf(feed, frames, `${path.replace(/\/(?=\d+$)/, '-feed-')}-${index}/frames`, rate),
  );
  return {
    feeds: feeds.flatMap(({ run }) => (run ? [run] : [])),
    job: {
      output: path,
      frames,
      ...(isDrawnPlanar(layer) ? { isPlanar: true } : {}),
      scene: {
        ...scene,
        rect,
        pictures: scene.pictures.map((picture) => pictureFile(picture, rasters)),
        feeds: feeds.map(({ feed }) => feed),
      },
    },
  };
};

/** The file of a picture of a scene, once it is rasterized. */
export const pictureFile = (
  { layerSource, page }: PlannedScene['pictures'][number],
  rasters: Rasters,
): DrawingJob['scene']['pictures'][number] => {
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

const runOf = (
  { clip, source, size, span, sourceFrom, retimed }: PlannedFeed,
  frames: FrameSpan,
  path: string,
  rate: FrameRate,
): { readonly feed: DrawingJob['scene']['feeds'][number]; readonly run: FeedRun | undefined } => {
  const shown = overlapOf(span, frames);
  const feed = { path, ...size, span: shown };
  if (isEmptySpan(shown) || source.probed._tag !== 'Media' || !source.probed.video)
    return { feed, run: undefined };
  const { container, video } = source.probed;
  const media = { path: source.path, container, video };
  const instants = retimed
    ? instantsOf(retimed, shown, rate)
    : Array.from(
        { length: shown.to - shown.from },
        (_, index) => sourceFrom + instantOf(shown.from + index - span.from, rate),
      );
  const isReversed = retimed?.retiming.isReversed === true;
  const request = feedRequest(media, instants, size, rate, isReversed, path);
  return { feed, run: { clip, pipe: path, request, frames: instants.length } };
};
