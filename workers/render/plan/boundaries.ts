import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import { type FrameRate, instantOf } from '../../../domain/composition/timeline.js';
import type { Layer } from './layers.js';
import type { Boundary } from './pieces.js';
import type { Steps } from './steps.js';

/** What identifies a clip at a boundary: not its times and text, so that a corrected word moves no boundary. */
const contentOf = (clip: ResolvedClip | undefined): unknown => {
  if (!clip) return undefined;
  const { type, timeFrame, position, size, transform } = clip;
  const length = Math.round(timeFrame.end - timeFrame.start);
  return [type, 'source' in clip ? clip.source : '', timeFrame.offset, length, position, size, transform];
};

/**
 * The frames at which layers begin or end, and their content there.
 * @param clipOf the clip that a layer comes from
 */
export function* boundariesOf(
  layers: ReadonlyArray<Layer>,
  clipOf: (layer: Layer) => ClipPath | undefined,
  clips: ReadonlyMap<ClipPath, ResolvedClip>,
  rate: FrameRate,
): Steps<ReadonlyArray<Boundary>> {
  const known = layers.map((layer) => {
    const at = clipOf(layer);
    return { layer, content: JSON.stringify(contentOf(at === undefined ? undefined : clips.get(at))) };
  });
  const frames = new Set(layers.flatMap(({ span }) => [span.from, span.to]));
  const boundaries: Boundary[] = [];
  for (const frame of frames) {
    const there = known.filter(({ layer: { span } }) => span.from <= frame && frame <= span.to);
    const contents = there.map(({ layer, content }) =>
      // The position in a playing video distinguishes otherwise equal content.
      layer._tag === 'Video'
        ? `${content}${Math.round(layer.sourceFrom + instantOf(frame - layer.span.from, rate))}`
        : content,
    );
    const changes = there.filter(({ layer: { span } }) => span.from === frame || span.to === frame).length;
    boundaries.push({ frame, content: contents.toSorted().join(), changes });
    yield;
  }
  return boundaries;
}
