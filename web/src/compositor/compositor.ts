import { SILENCE } from '../../../domain/composition/sound-levels.js';
import type { FrameRate } from '../../../domain/composition/timeline.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { Point } from '../../../domain/composition/geometry/geometry.js';
import type { MediaFacts } from '../../../domain/composition/resolve/facts.js';
import { blendOperation } from '../../../workers/render/draw/draw-node.js';
import { drawScene, type SceneAssets } from '../../../workers/render/draw/draw-scene.js';
import type { Scene, SceneNode } from '../../../workers/render/draw/scene.js';
import { type PackedPlayback, unpackPlayback } from '../../../workers/render/plan/packed-playback.js';
import { type AnyCanvas, canvasSurface, canvasTools, type CanvasSurface, surfaceOf } from './canvas-tools.js';
import type { Detail } from './draw-until-exact.js';
import type { DecodedFeed } from './feeds.js';
import { layerEnd } from './layer-edges.js';
import { packedLevels, picturesOf, packedTables } from './packed-assets.js';
import { isPlain } from '../../../workers/render/plan/scenes/plain-clips.js';
import type { SceneChanges } from './scene-changes.js';
import type { Sources } from './sources.js';
import { sceneDrawing } from './still-below.js';
import { type VideoColors, videoColors } from './video-colors.js';

/** Draws the frames of a project in this browser, with the code that draws them in renders. */
export interface Compositor {
  /** The size of the frames, with even sides. */
  readonly size: Canvas;
  readonly rate: FrameRate;
  /** Length in frames. */
  readonly frames: number;
  /** The mix as Opus in WebM; undefined: silence. */
  readonly sound: Uint8Array | undefined;
  /** What the media of clips is, by their ids. */
  readonly media: Readonly<Record<string, MediaFacts>>;
  /**
   * Draws a frame on a canvas, which gets the size; quick if frames follow each other.
   * @param changes since it was opened
   * @param detail absent: as it plays
   * @returns whether it was drawn: false if a newer request or closing superseded it
   */
  readonly draw: (
    frame: number,
    canvas: AnyCanvas,
    changes?: SceneChanges,
    detail?: Detail,
  ) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Stills use no video sources. */
const NO_SOURCES = { sources: new Map() };

/** Lays the nodes of a frame over each other as renders do. Up to the last node that is blended, they are one layer. */
const inLayers = (
  nodes: ReadonlyArray<SceneNode>,
  frame: number,
  target: CanvasSurface,
  { add, show }: VideoColors,
  endOf: (node: SceneNode, index: number) => Point,
): Pick<SceneAssets, 'onNode'> => {
  const blended = nodes.findLastIndex(
    (node) => frame >= node.span.from && frame < node.span.to && blendOperation(node) !== 'source-over',
  );
  let isStill = blended < 0;
  let end: Point = { x: target.width, y: target.height };
  return {
    onNode: (index) => {
      if (index >= 0 && index <= blended) return;
      add(target, isStill, end);
      const node = nodes[index];
      if (!node) return show(target);
      end = endOf(node, index);
      isStill = node.content._tag !== 'Video' && isPlain({ clip: node.clip, at: '' }, NO_SOURCES);
      const { context, width, height } = target;
      context.clearRect(0, 0, width, height);
    },
  };
};

/** A node with the changed fields of its clip. What only the service knows, such as the size of its media, stays. */
const changedNode = (node: SceneNode, clips: SceneChanges['clips']): SceneNode => {
  const { content } = node;
  const fields = clips.get(node.clip.id);
  return {
    ...node,
    ...(fields ? { clip: { ...node.clip, ...fields } } : {}),
    ...(content._tag === 'Group'
      ? { content: { ...content, nodes: content.nodes.map((inner) => changedNode(inner, clips)) } }
      : {}),
  };
};

const changedScene = (scene: Scene, { clips, background = scene.background }: SceneChanges): Scene => ({
  ...scene,
  background,
  nodes: clips.size === 0 ? scene.nodes : scene.nodes.map((node) => changedNode(node, clips)),
});

/** Drawing asks for the content by index; the files of a worker are not there. */
const sceneOf = ({ header: { scene, pictures, feeds, levels } }: PackedPlayback) => ({
  ...scene,
  pictures: pictures.map((picture) => ({ ...picture, path: '' })),
  feeds: feeds.map(({ width, height, span }) => ({ width, height, span })),
  levels: levels.map(({ start }) => ({ path: '', start })),
  tables: {},
});

/** Loads what reads the sources of videos. */
export type OpenSources = () => Promise<Sources>;

/** The code that reads and decodes videos is only loaded where there are videos. */
const openFeeds = (
  { feeds, scene: { rate } }: PackedPlayback['header'],
  sources: OpenSources,
): Promise<ReadonlyArray<DecodedFeed>> =>
  Promise.all(
    feeds.map(async (feed) => {
      const [{ openFeed }, { open }] = await Promise.all([import('./feeds.js'), sources()]);
      return openFeed(feed, await open(feed), rate);
    }),
  );

/** @param bytes what `POST /v1/playback` returned */
export const openCompositor = async (bytes: Uint8Array, sources: OpenSources): Promise<Compositor> => {
  const playback = unpackPlayback(bytes);
  const { header } = playback;
  const { rate, rect } = header.scene;
  const size = { width: rect.width, height: rect.height };
  const [pictures, feeds] = await Promise.all([picturesOf(playback), openFeeds(header, sources)]);
  const scene = sceneOf(playback);
  const levels = packedLevels(playback);
  const tables = packedTables(playback);
  const blank = canvasSurface(1, 1);
  const assets = {
    picture: (index: number) => pictures[index] ?? blank,
    feed: (index: number) => feeds[index]?.surface ?? blank,
    levels: (index: number) => levels[index] ?? SILENCE,
    tableOf: (source: string) => tables.get(source),
  };
  const drawing = sceneDrawing(rect, header.stills, assets);
  // One frame after the other, as each moves the feeds.
  let last: Promise<unknown> = Promise.resolve();
  let latest = 0;
  /** The frame for whose exact picture videos are decoded: no other frame waits for it. */
  let exact: number | undefined;
  const stop = async (): Promise<void> => {
    await Promise.all(feeds.map((feed) => feed.stop()));
  };
  return {
    size,
    rate,
    frames: header.frames,
    sound: header.sound && playback.bytesOf(header.sound),
    media: header.media,
    draw: async (frame, canvas, changes, detail) => {
      const number = (latest += 1);
      if (exact !== undefined && exact !== frame) await stop();
      const drawn = last.then(async () => {
        if (number !== latest) return false;
        exact = detail === 'exact' ? frame : undefined;
        const prepared = await Promise.all(feeds.map((feed) => feed.prepare(frame, detail))).finally(
          () => (exact = undefined),
        );
        if (prepared.includes(false) || (detail === 'exact' && number !== latest)) return false;
        const shown = changes ? changedScene(scene, changes) : scene;
        const target = detail === 'exact' ? surfaceOf(canvas, size) : undefined;
        const colors = target && videoColors(target);
        if (target && colors) {
          drawing.forget(canvas);
          const inColors = inLayers(shown.nodes, frame, target, colors, (node, index) =>
            layerEnd(node, shown, header.stills[index] ?? [], frame),
          );
          drawScene(shown, frame, target, canvasTools, { ...assets, ...inColors });
        } else drawing.draw(shown, frame, canvas, new Set(changes?.clips.keys()));
        return true;
      });
      last = drawn.catch(() => undefined);
      return drawn;
    },
    close: stop,
  };
};
