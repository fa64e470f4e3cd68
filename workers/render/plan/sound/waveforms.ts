import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import type { LevelsFile } from '../../draw/scene.js';
import type { LocalSource } from '../local-source.js';
import { SAMPLE_RATE, samplesAt } from './samples.js';
import { type SoundingClip, soundingClips } from './sounding-clips.js';
import { type SoundPart, type SoundPlan, soundTrack } from './sound-plan.js';

/** A sound with the path of the file for its levels, which waveforms show. */
export interface ShownSound {
  readonly part: SoundPart;
  readonly path: string;
}

/**
 * Plans the sounds that waveforms show, each once, with files for their levels in `folder`, and the file of each
 * waveform. A clip that is not audible has no levels.
 */
export const planWaveforms = (
  clips: ReadonlyArray<ResolvedClip>,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  { parts }: SoundPlan,
  folder: string,
): { readonly shown: ReadonlyArray<ShownSound>; readonly levels: ReadonlyMap<ClipPath, LevelsFile> } => {
  const all = soundingClips(clips);
  const paths = new Map(all.map(({ clip, at }) => [clip.id, at]));
  const heard = new Map(parts.map((part) => [part.clip, part]));
  const shown = new Map<string, ShownSound>();
  const levels = new Map<ClipPath, LevelsFile>();
  for (const one of all) {
    const { clip, at } = one;
    if (clip.type !== 'waveform') continue;
    const { clip: id = '' } = clip.waveformProperties;
    const part = sourcePart(one, sources.get(at)) ?? heard.get(paths.get(id) ?? '');
    if (!part) continue;
    const key = sources.has(at) ? [part.path, part.from, part.to, part.offset].join(' ') : part.clip;
    const file = shown.get(key) ?? { part, path: `${folder}/levels-${shown.size}.f32` };
    shown.set(key, file);
    levels.set(at, { path: file.path, start: (part.from * 1000) / SAMPLE_RATE });
  }
  return { shown: [...shown.values()], levels };
};

/** The sound of the source of a waveform, as if it were audible. */
const sourcePart = (
  { clip, at, start, end }: SoundingClip,
  source: LocalSource | undefined,
): SoundPart | undefined => {
  if (source?.probed._tag !== 'Media' || !source.probed.audio) return undefined;
  const { audio, container } = source.probed;
  return {
    clip: at,
    ...soundTrack(source.path, container, audio),
    from: samplesAt(start),
    to: samplesAt(end),
    offset: samplesAt(clip.timeFrame.offset ?? 0),
    volume: 1,
  };
};
