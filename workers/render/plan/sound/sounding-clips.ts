import { type ClipPath, clipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { ResolvedClip, ResolvedClipOf } from '../../../../domain/composition/resolve/resolved.js';
import type { ProbedAudio } from '../../ports/media-probe.js';
import type { LocalSource } from '../local-source.js';
import { samplesAt } from './samples.js';
import { plannedDuck, type PlannedDuck, volumeOf, type VolumeTrack } from './sound-shaping.js';

/** A clip with its times in the video, in ms, and its volume, before it is known whether its source has sound. */
export interface SoundingClip {
  readonly clip: ResolvedClip;
  readonly at: ClipPath;
  readonly start: number;
  readonly end: number;
  /** Its volume, multiplied by the volumes of its groups. */
  readonly volume: number;
  readonly volumes: ReadonlyArray<VolumeTrack>;
}

/** All clips that are not groups, including those in groups. The sound of a clip ends with its group. */
export const soundingClips = (
  clips: ReadonlyArray<ResolvedClip>,
  within?: SoundingClip,
): ReadonlyArray<SoundingClip> =>
  clips.flatMap((clip, index) => {
    const at = clipPath(index, within?.at);
    const origin = within?.start ?? 0;
    const start = origin + clip.timeFrame.start;
    const end = Math.min(within?.end ?? Infinity, origin + clip.timeFrame.end);
    const { constant, tracks } = volumeOf(clip, samplesAt(start));
    const volumes = [...tracks, ...(within?.volumes ?? [])];
    const placed = { clip, at, start, end, volume: constant * (within?.volume ?? 1), volumes };
    return clip.type === 'group' ? soundingClips(clip.clips, placed) : [placed];
  });

export interface AudibleClip extends SoundingClip {
  readonly clip: ResolvedClipOf<'video' | 'audio'>;
  readonly source: LocalSource;
  readonly container: string;
  readonly audio: ProbedAudio;
  /** The duration of the sound of the source, in ms. */
  readonly length: number;
  /** The duration of the source, in ms. */
  readonly media: number;
}

/** The audible clips, including those in groups: their sources have sound, and they are not muted. */
export const audibleClips = (
  clips: ReadonlyArray<ResolvedClip>,
  sources: ReadonlyMap<ClipPath, LocalSource>,
): ReadonlyArray<AudibleClip> =>
  soundingClips(clips).flatMap((sounding): ReadonlyArray<AudibleClip> => {
    const { clip, at, volume } = sounding;
    const source = sources.get(at);
    if (volume === 0 || source?.probed._tag !== 'Media' || !source.probed.audio) return [];
    if (clip.type !== 'video' && clip.type !== 'audio') return [];
    const { audio, container, duration } = source.probed;
    return [{ ...sounding, clip, source, container, audio, length: audio.end ?? duration, media: duration }];
  });

/** How a clip is ducked by other audible clips; undefined if it is not. */
export const duckOf = ({ clip }: AudibleClip, heard: ReadonlyArray<AudibleClip>): PlannedDuck | undefined => {
  const { duck } = clip;
  if (!duck) return undefined;
  if (duck.when === 'speech') return plannedDuck(duck, duckingSpeakers(heard), true);
  const named = new Set(duck.when);
  const keys = heard.filter((other) => named.has(other.clip.id)).map(({ at }) => at);
  return plannedDuck(duck, keys, false);
};

/** The clips whose speech ducks others: those that are not ducked themselves. */
export const duckingSpeakers = (heard: ReadonlyArray<AudibleClip>): ReadonlyArray<ClipPath> =>
  heard.filter(({ clip }) => clip.duck === undefined).map(({ at }) => at);
