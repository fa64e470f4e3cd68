import type { SourceFacts } from '../../../../application/ports/previews.js';
import { RenderError, unusableSource } from '../../../../domain/render/failure-cause.js';
import { shownSize } from '../../plan/scenes/shown-size.js';
import type { ProbedSource } from '../../ports/media-probe.js';
import type { RenderContext, FetchBudget, RenderSettings } from '../context.js';
import { valueOf } from '../failures.js';
import { withinTime } from '../tasks.js';

/**
 * Downloads and probes a source.
 * @throws RenderError if it can't be read, or has neither picture nor sound
 */
export const probedMedia = async (
  url: string,
  { fetchBytes, fetchMs, renderMs, isAwaited = false }: FetchBudget & Pick<RenderSettings, 'renderMs'>,
  { assets, probe, folder, owner, signal }: RenderContext,
): Promise<SourceFacts> => {
  const budget = { remainingBytes: fetchBytes };
  const { path, bytes } = await withinTime({ doing: 'downloads', ms: fetchMs }, signal, (inTime) =>
    valueOf(assets.fetch(url, { signal: inTime, folder, budget, owner, isAwaited })),
  );
  const probed = await withinTime({ doing: 'render', ms: renderMs }, signal, (inTime) =>
    valueOf(probe.probe(path, { folder, signal: inTime })),
  );
  return { bytes, ...factsOf(probed) };
};

const factsOf = (probed: ProbedSource): Omit<SourceFacts, 'bytes'> => {
  if (probed._tag === 'Image') {
    const { width, height, pageDurations, opaque } = probed;
    const durationMs = pageDurations.reduce((sum, ms) => sum + ms, 0);
    return {
      kind: 'image',
      width,
      height,
      hasSound: false,
      ...(opaque === undefined ? {} : { hasAlpha: !opaque }),
      ...(pageDurations.length > 1 ? { durationMs } : {}),
    };
  }
  const { video, audio, duration } = probed;
  if (video) {
    const { width, height } = shownSize(video);
    const { frameRate, rotation, variableFrameRate, hasAlpha, color } = video;
    return {
      kind: 'video',
      width,
      height,
      durationMs: duration,
      ...(frameRate === undefined ? {} : { fps: frameRate }),
      ...(variableFrameRate ? { variableFrameRate } : {}),
      ...(rotation === undefined ? {} : { rotation }),
      hasSound: audio !== undefined,
      hasAlpha,
      ...(Object.keys(color).length > 0 ? { color } : {}),
    };
  }
  if (audio) return { kind: 'audio', durationMs: duration, hasSound: true };
  throw new RenderError(unusableSource('probe', 'the source has neither picture nor sound'));
};
