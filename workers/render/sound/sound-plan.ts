import { type ClipPath, clipPath } from '../../../domain/composition/clip-paths.js';
import type { Clip } from '../../../domain/composition/clip.js';
import { type FrameRate, instantOf } from '../../../domain/composition/timeline.js';
import type { LocalSource } from '../plan/layers.js';

/** Samples a second of the output. */
export const SAMPLE_RATE = 48_000;
/** Left and right. */
export const CHANNELS = 2;

/** A stretch of sound on the timeline, in samples: `from` ≤ n < `to`; the source begins at `offset`. */
export interface SoundPart {
  readonly clip: ClipPath;
  readonly path: string;
  readonly container: string;
  readonly stream: number;
  readonly channels: number;
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly volume: number;
}

export interface SoundPlan {
  /** Exactly as long as the picture. */
  readonly samples: number;
  /** In the order of their starts. */
  readonly parts: ReadonlyArray<SoundPart>;
}

const samplesAt = (ms: number): number => Math.round((ms * SAMPLE_RATE) / 1000);

/** What sounds when: every audible clip whose source has sound, from its start to its end or the end of its source. */
export const planSound = (
  clips: ReadonlyArray<Clip>,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  frames: number,
  rate: FrameRate,
): SoundPlan => {
  const samples = samplesAt(instantOf(frames, rate));
  const parts = clips.flatMap((clip, index): ReadonlyArray<SoundPart> => {
    const at = clipPath(index);
    const source = sources.get(at);
    if (clip.volume === 0 || source?.probed._tag !== 'Media' || !source.probed.audio) return [];
    if (clip.type !== 'video' && clip.type !== 'audio') return [];
    const { start, end, offset = 0 } = clip.timeFrame;
    const from = samplesAt(start);
    const to = Math.min(samples, samplesAt(end));
    if (to <= from) return [];
    const { audio, container } = source.probed;
    return [
      {
        clip: at,
        path: source.path,
        container,
        stream: audio.stream,
        channels: audio.channels,
        from,
        to,
        offset: samplesAt(offset),
        volume: clip.volume,
      },
    ];
  });
  return { samples, parts: parts.toSorted((a, b) => a.from - b.from) };
};
