import {
  fadesWithin,
  type PanMatrix,
  panMatrix,
} from '../../../../domain/composition/animation/sound-gain.js';
import { pointsOf } from '../../../../domain/composition/animation/interpolation.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { KeyframePoint } from '../../../../domain/composition/fields/keyframes.js';
import type { AudioProperties, Duck, FadeCurve } from '../../../../domain/composition/fields/sound.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import { SAMPLE_RATE, samplesAt } from './samples.js';

/** A volume animated by keyframes; their times are relative to the sample `origin`. */
export interface VolumeTrack {
  readonly points: ReadonlyArray<KeyframePoint>;
  readonly origin: number;
}

/** Fades of a sound: in for `in` samples from the sample `from` on, and out for `out` samples until `to`. */
export interface Fades {
  readonly from: number;
  readonly to: number;
  readonly in: number;
  readonly out: number;
  readonly curve: FadeCurve;
  readonly curveOut: FadeCurve;
}

/** How other sounds duck a sound. Times are in samples. */
export interface PlannedDuck {
  /** In dB, at most 0. */
  readonly by: number;
  readonly attack: number;
  readonly release: number;
  /** The sounds that duck it. */
  readonly keys: ReadonlyArray<ClipPath>;
  /** Whether only their speech counts. */
  readonly speechOnly: boolean;
}

/**
 * The processing of a sound, in this order: noise reduction (dB), filters (Hz), loudness (LUFS), volumes, ducking,
 * fades, panning. Steps that are undefined are skipped.
 */
export interface SoundShaping {
  readonly denoise: number | undefined;
  readonly highpass: number | undefined;
  readonly lowpass: number | undefined;
  readonly normalize: number | undefined;
  readonly volumes: ReadonlyArray<VolumeTrack>;
  readonly duck: PlannedDuck | undefined;
  readonly fades: Fades | undefined;
  readonly pan: PanMatrix | undefined;
}

/** The volume of a clip or a group: a constant factor, or one animated by keyframes. */
export const volumeOf = (
  { volume, keyframes }: ResolvedClip,
  origin: number,
): { readonly constant: number; readonly tracks: ReadonlyArray<VolumeTrack> } => {
  const points = pointsOf(keyframes, 'volume');
  return points ? { constant: 1, tracks: [{ points, origin }] } : { constant: volume, tracks: [] };
};

/** The noise reduction for `denoise: true`, in dB. */
const USUAL_DENOISE = 12;

/** The fades of a sound that is audible on the samples `from` ≤ n < `to`; undefined if it has none. */
export const fadesOf = (
  audio: Pick<AudioProperties, 'fadeIn' | 'fadeOut' | 'curve' | 'curveOut'>,
  from: number,
  to: number,
): Fades | undefined => {
  if (audio.fadeIn === 0 && audio.fadeOut === 0) return undefined;
  const lengths = fadesWithin(audio, ((to - from) * 1000) / SAMPLE_RATE);
  const { curve, curveOut = curve } = audio;
  return { from, to, in: samplesAt(lengths.in), out: samplesAt(lengths.out), curve, curveOut };
};

/** A duck in samples, if any sound triggers it. */
export const plannedDuck = (
  duck: Pick<Duck, 'by' | 'attack' | 'release'> | undefined,
  keys: ReadonlyArray<ClipPath>,
  speechOnly: boolean,
): PlannedDuck | undefined =>
  duck && duck.by < 0 && keys.length > 0
    ? { by: duck.by, attack: samplesAt(duck.attack), release: samplesAt(duck.release), keys, speechOnly }
    : undefined;

/** The processing of the sound of a clip, if any. */
export const soundShaping = (
  audio: AudioProperties | undefined,
  isMono: boolean,
  heard: { readonly from: number; readonly to: number },
  volumes: ReadonlyArray<VolumeTrack>,
  duck: PlannedDuck | undefined,
): SoundShaping | undefined => {
  const { denoise, highpass, lowpass, normalize, pan = 0 } = audio ?? {};
  const shaping: SoundShaping = {
    denoise: typeof denoise === 'number' ? denoise : denoise === true ? USUAL_DENOISE : undefined,
    highpass,
    lowpass,
    normalize,
    volumes,
    duck,
    fades: audio && fadesOf(audio, heard.from, heard.to),
    pan: pan === 0 ? undefined : panMatrix(pan, isMono),
  };
  const { volumes: _, ...single } = shaping;
  const isPlain = volumes.length === 0 && Object.values(single).every((value) => value === undefined);
  return isPlain ? undefined : shaping;
};
