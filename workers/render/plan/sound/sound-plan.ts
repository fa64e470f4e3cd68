import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Soundtrack } from '../../../../domain/composition/fields/sound.js';
import type { ResolvedClip, ResolvedMetadata } from '../../../../domain/composition/resolve/resolved.js';
import { type FrameRate, instantOf } from '../../../../domain/composition/timeline.js';
import type { Beginning, ProbedAudio } from '../../ports/media-probe.js';
import type { LocalSource } from '../local-source.js';
import { type RetimedSound, retimedSoundOf } from './retimed-sound.js';
import { samplesAt } from './samples.js';
import { plannedDuck, soundShaping, type SoundShaping } from './sound-shaping.js';
import { duckOf, audibleClips, duckingSpeakers } from './sounding-clips.js';
import { SOUNDTRACK } from '../source-uses.js';

/** A stretch of sound on the timeline: the samples `from` ≤ n < `to`. At `from`, the source plays its sample `offset`. */
export interface SoundPart extends Beginning {
  readonly clip: ClipPath;
  readonly path: string;
  readonly container: string;
  readonly stream: number;
  readonly channels: number;
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly volume: number;
  /** Absent if the source is not retimed; the clip starts at `from`. */
  readonly retimed?: RetimedSound;
  /** Absent if it is not processed. */
  readonly shaping?: SoundShaping;
  /** It starts again when the source ends. */
  readonly loops?: true;
}

export interface SoundPlan {
  /** Exactly as long as the picture. */
  readonly samples: number;
  /** In the order of their starts. */
  readonly parts: ReadonlyArray<SoundPart>;
  /** Target loudness of the mix, in LUFS; undefined if it is not normalised. */
  readonly loudness?: number;
}

/** The fields of a sound part that describe its file. */
export const soundTrack = (
  path: string,
  container: string,
  { stream, channels, beforeZero }: ProbedAudio,
): Pick<SoundPart, 'path' | 'container' | 'stream' | 'channels' | 'beforeZero'> => ({
  path,
  container,
  stream,
  channels,
  ...(beforeZero === undefined ? {} : { beforeZero }),
});

/** Plans the mix: every audible clip whose source has sound, from its start to its end or the end of its source. */
export const planSound = (
  { loudness, soundtrack }: Pick<ResolvedMetadata, 'loudness' | 'soundtrack'>,
  clips: ReadonlyArray<ResolvedClip>,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  frames: number,
  rate: FrameRate,
): SoundPlan => {
  const samples = samplesAt(instantOf(frames, rate));
  const heard = audibleClips(clips, sources);
  const parts = heard.flatMap((one): ReadonlyArray<SoundPart> => {
    const { clip, at, start, end, volume, volumes, source, container, audio, length, media } = one;
    const { offset = 0 } = clip.timeFrame;
    const from = samplesAt(start);
    const to = Math.min(samples, samplesAt(end));
    if (to <= from) return [];
    const playing = retimedSoundOf(clip, media, length);
    const sounds = samplesAt(playing ? playing.end : length - offset);
    const lasts = { from, to: Math.max(from, Math.min(samplesAt(end), from + sounds)) };
    const shaping = soundShaping(clip.audio, audio.channels === 1, lasts, volumes, duckOf(one, heard));
    return [
      {
        clip: at,
        ...soundTrack(source.path, container, audio),
        from,
        to,
        offset: samplesAt(offset),
        volume,
        ...(shaping ? { shaping } : {}),
        ...(playing ? { retimed: playing.retimed } : {}),
      },
    ];
  });
  const music = soundtrackPart(soundtrack, sources, samples, duckingSpeakers(heard));
  return {
    samples,
    parts: [...music, ...parts].toSorted((a, b) => a.from - b.from),
    ...(loudness ? { loudness: loudness.target } : {}),
  };
};

/** The soundtrack plays from the start of the video until the video or the soundtrack ends. */
const soundtrackPart = (
  soundtrack: Soundtrack | undefined,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  samples: number,
  speakers: ReadonlyArray<ClipPath>,
): ReadonlyArray<SoundPart> => {
  const probed = sources.get(SOUNDTRACK)?.probed;
  const path = sources.get(SOUNDTRACK)?.path;
  if (!soundtrack || soundtrack.volume === 0 || path === undefined) return [];
  if (probed?._tag !== 'Media' || !probed.audio) return [];
  const { audio, container, duration } = probed;
  const { volume, fadeIn, fadeOut, loop, duck } = soundtrack;
  const to = loop ? samples : Math.min(samples, samplesAt(audio.end ?? duration));
  const shaping = soundShaping(
    { fadeIn, fadeOut, curve: 'linear', pan: 0 },
    audio.channels === 1,
    { from: 0, to },
    [],
    plannedDuck(duck, speakers, true),
  );
  return [
    {
      clip: SOUNDTRACK,
      ...soundTrack(path, container, audio),
      from: 0,
      to,
      offset: 0,
      volume,
      ...(shaping ? { shaping } : {}),
      ...(loop ? { loops: true } : {}),
    },
  ];
};
