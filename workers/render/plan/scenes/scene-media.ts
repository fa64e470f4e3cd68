import type { FrameSpan } from '../../../../domain/composition/timeline.js';
import type { NodeContent } from '../../draw/scene.js';
import { shownPages } from '../animation.js';
import { type ListedClip, sourceInstant } from '../clip-frames.js';
import { neededSize } from './needed-size.js';
import { retimedVideo } from '../retimed-frames.js';
import type { Builder } from './scene-builder.js';
import { shownSize } from './shown-size.js';

/** The pixels of an image or the frames of a video, at the size that is needed. */
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
    const { pages, cues } = shownPages(listed, probed, rate, span);
    const layerSource = add(at, {
      _tag: 'Raster',
      source: { _tag: 'Image', path, pages },
      size: neededSize(clip, probed, growth),
    });
    const numbers = pages.map((_, page) => pictures.push({ layerSource, page }) - 1);
    const shown = cues.map(({ page, span }) => ({ picture: numbers[page] ?? 0, span }));
    const [only, more] = shown;
    return only && !more ? { _tag: 'Picture', picture: only.picture } : { _tag: 'Pages', cues: shown };
  }
  if (!probed.video) return undefined;
  const retimed = retimedVideo(listed, probed.duration);
  const feeding = feeds.push({
    clip: at,
    source,
    size: neededSize(clip, shownSize(probed.video), growth),
    span,
    sourceFrom: sourceInstant(listed, span.from, rate),
    ...(retimed ? { retimed } : {}),
  });
  return { _tag: 'Video', feed: feeding - 1 };
};
