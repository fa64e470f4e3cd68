import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { SoundPlan } from '../plan/sound/sound-plan.js';
import type { ShownSound } from '../plan/sound/waveforms.js';
import type { EncoderFailure } from './media-encoder.js';

/** How a sound is encoded, by FFmpeg's names of encoders and formats. */
export interface SoundEncoding {
  readonly encoder: string;
  readonly format: string;
  /** In bit/s; absent for lossless encodings. */
  readonly bitRate?: number;
  readonly sampleRate: number;
  readonly channels: number;
}

/** A part of a mix, in samples, to encode into a file; silent after the end of the mix. */
export interface SoundOutput {
  readonly encoding: SoundEncoding;
  readonly span: { readonly from: number; readonly to: number };
  readonly path: string;
}

/** A mix, and the files to write. */
export interface MixRequest {
  readonly plan: SoundPlan;
  /** Sounds whose levels are written, as they sound in the mix. */
  readonly levels: ReadonlyArray<ShownSound>;
  readonly outputs: ReadonlyArray<SoundOutput>;
}

/** Why mixing failed; `clip` is the clip whose sound was being decoded. */
export type MixFailure = EncoderFailure & { readonly clip?: ClipPath };
