import type { FrameSpan } from '../../../../domain/composition/timeline.js';
import type { NodeContent } from '../../draw/scene.js';
import { pageCues } from '../animation.js';
import { type ListedClip, sourceInstant } from '../clip-frames.js';
import { neededSize } from './needed-size.js';
import { retimedVideo } from '../retimed-frames.js';
import type { Builder } from './scene-builder.js';
import { shownSize } from './shown-size.js';

/** The pixels of an image or the frames of a video, in the size that is needed. */
export const mediaContent = (
  listed: ListedClip,
  span: FrameSpan,
  builder: Builder,
): NodeContent | undefined => {
  const { clip, at } = listed;
  const source = builder.sources.get(at);
  if (!source) return undefined;
  const { path, probed } = source;
  const { rate, growth, add, pictures, feeds } = builder;
  if (probed._tag === 'Image') {
    const cues = pageCues(listed, probed, rate, span);
    const pages = [...new Set(cues.map(({ page }) => page))].toSorted((a, b) => a - b);
    const layerSource = add(at, {
      _tag: 'Raster',
      source: { _tag: 'Image', path, pages },
      size: neededSize(clip, probed, growth),
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
  const sourceFrom = sourceInstant(listed, span.from, rate);
  const retimed = retimedVideo(listed, probed.duration);
  const planned = {
    clip: at,
    source,
    size: neededSize(clip, shownSize(probed.video), growth),
    span,
    sourceFrom,
  };
  const feed = feeds.push(retimed ? { ...planned, retimed } : planned) - 1;
  return { _tag: 'Video', feed };
};
