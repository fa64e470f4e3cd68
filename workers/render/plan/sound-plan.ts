import type { Retiming } from '../../../domain/composition/animation/time-map.js';
import { type ClipPath, clipPath } from '../../../domain/composition/clip-paths.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import { type FrameRate, instantOf } from '../../../domain/composition/timeline.js';
import type { LocalSource } from './layers.js';

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
  /** How the source is played other than from `offset` on as it is; the clip starts at `from`. */
  readonly retimed?: RetimedSound;
}

/** A retimed source, and whether its pitch is kept or follows the speed. */
export interface RetimedSound {
  readonly retiming: Retiming;
  readonly pitch: 'keep' | 'follow';
}

export interface SoundPlan {
  /** Exactly as long as the picture. */
  readonly samples: number;
  /** In the order of their starts. */
  readonly parts: ReadonlyArray<SoundPart>;
}

const samplesAt = (ms: number): number => Math.round((ms * SAMPLE_RATE) / 1000);

/** A clip that may sound, with its times in the video, ms. */
interface SoundingClip {
  readonly clip: ResolvedClip;
  readonly at: ClipPath;
  readonly start: number;
  readonly end: number;
}

/** All clips, those in groups included; a group ends the sound of its clips. */
const soundingClips = (
  clips: ReadonlyArray<ResolvedClip>,
  within?: SoundingClip,
): ReadonlyArray<SoundingClip> =>
  clips.flatMap((clip, index) => {
    const at = clipPath(index, within?.at);
    const origin = within?.start ?? 0;
    const start = origin + clip.timeFrame.start;
    const end = Math.min(within?.end ?? Infinity, origin + clip.timeFrame.end);
    const placed = { clip, at, start, end };
    return clip.type === 'group' ? soundingClips(clip.clips, placed) : [placed];
  });

/** What sounds when: every audible clip whose source has sound, from its start to its end or the end of its source. */
export const planSound = (
  clips: ReadonlyArray<ResolvedClip>,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  frames: number,
  rate: FrameRate,
): SoundPlan => {
  const samples = samplesAt(instantOf(frames, rate));
  const parts = soundingClips(clips).flatMap(({ clip, at, start, end }): ReadonlyArray<SoundPart> => {
    const source = sources.get(at);
    if (clip.volume === 0 || source?.probed._tag !== 'Media' || !source.probed.audio) return [];
    if (clip.type !== 'video' && clip.type !== 'audio') return [];
    const { offset = 0 } = clip.timeFrame;
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
