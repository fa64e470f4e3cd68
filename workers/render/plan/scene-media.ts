import type { Canvas } from '../../../domain/composition/composition.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import { type FrameSpan, instantOf } from '../../../domain/composition/timeline.js';
import type { ProbedImage } from '../ports/media-probe.js';
import type { Content } from '../draw/scene.js';
import { pageCues } from './animation.js';
import { retimedVideo } from './retimed-frames.js';
import type { Builder, ListedClip } from './scene-builder.js';

/** The size of the box of a clip at rest, including its scale, in px. */
export const drawnSize = ({ size, transform: { scale } }: ResolvedClip): Canvas => ({
  width: size.width * scale.x,
  height: size.height * scale.y,
});

/** Rounds sides to whole px, at least one. */
const wholeSize = ({ width, height }: Canvas): Canvas => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
});

/** The maximum scale of a clip relative to its box at rest: by keyframes, zooms and pans. */
const greatestScale = (clip: ResolvedClip): number => {
  const tracks = (clip.keyframes ?? []).filter(({ property }) =>
    /^(?:transform\.scale|size)\./.test(property),
  );
  const { width, height } = drawnSize(clip);
  const grown = tracks.flatMap(({ property, points }) =>
    points.map(({ value }) => {
      if (typeof value !== 'number') return 1;
      if (property.startsWith('transform'))
        return value / clip.transform.scale[property.endsWith('x') ? 'x' : 'y'];
      return property.endsWith('width') ? value / width : value / height;
    }),
  );
  const zoom = clip.motion ? Math.max(clip.motion.from.scale, clip.motion.to.scale) : 1;
  return Math.max(1, ...grown.slice(0, 1000)) * zoom;
};

/** Maximum pixels of a vector drawing, which is drawn as large as it is seen: twice those of a canvas in 4K. */
const DRAWING_PIXELS = 2 ** 24;

/**
 * The size in which media is needed, at the scale of the canvas: for pixels at most their own, since more would show
 * nothing more.
 */
const neededSize = (clip: ResolvedClip, media: Canvas & Pick<ProbedImage, 'scalable'>): Canvas => {
  const box = drawnSize(clip);
  const scale = greatestScale(clip);
  const crop = 'crop' in clip ? clip.crop : undefined;
  const kept = {
    width: 1 - (crop?.left ?? 0) - (crop?.right ?? 0),
    height: 1 - (crop?.top ?? 0) - (crop?.bottom ?? 0),
  };
  // The larger factor of both sides suffices, whether or not fitting keeps the aspect ratio.
  const factor = Math.max(
    (box.width * scale) / (media.width * kept.width),
    (box.height * scale) / (media.height * kept.height),
  );
  const own = clip.scaling?.scale ?? 1;
  const most = media.scalable ? Math.sqrt(DRAWING_PIXELS / (media.width * media.height)) : 1;
  const fits = 'fit' in clip && clip.fit === 'none' ? own : Math.min(Math.max(1, own, most), factor);
  return wholeSize({ width: media.width * fits, height: media.height * fits });
};

/** The pixels of an image or the frames of a video, in the size that is needed. */
export const mediaContent = (
  { clip, at }: ListedClip,
  span: FrameSpan,
  origin: number,
  builder: Builder,
): Content | undefined => {
  const source = builder.sources.get(at);
  if (!source) return undefined;
  const { path, probed } = source;
  const { rate, add, pictures, feeds } = builder;
  const { start, offset = 0 } = clip.timeFrame;
  if (probed._tag === 'Image') {
    const cues = pageCues(clip, probed, origin, rate, span);
    const pages = [...new Set(cues.map(({ page }) => page))].toSorted((a, b) => a - b);
    const layerSource = add(at, {
      _tag: 'Raster',
      source: { _tag: 'Image', path, pages },
      size: neededSize(clip, probed),
    });
    const numbers = new Map(
      pages.map((page, index) => [page, pictures.push({ layerSource, page: index }) - 1]),
    );
    const [first] = cues;
    if (cues.length === 1 && first) return { _tag: 'Picture', picture: numbers.get(first.page) ?? 0 };
    return {
      _tag: 'Pages',
      cues: cues.map(({ page, span }) => ({ picture: numbers.get(page) ?? 0, span })),
    };
  }
  if (!probed.video) return undefined;
  const sourceFrom = Math.max(0, instantOf(span.from, rate) - start - origin) + offset;
  const retimed = retimedVideo(clip, probed.duration, origin);
  const planned = { clip: at, source, size: neededSize(clip, probed.video), span, sourceFrom };
  const feed = feeds.push(retimed ? { ...planned, retimed } : planned) - 1;
  return { _tag: 'Video', feed };
};
