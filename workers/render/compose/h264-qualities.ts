import type { RenderQuality } from '../../../domain/render/events.js';
import type { HardwareKind } from './hardware-encoders.js';

export interface H264Settings {
  readonly preset: string;
  /** The constant rate factor. */
  readonly crf: number;
  /** Further settings, as x264 writes them: `name=value` with colons between. */
  readonly parameters: string;
  /** The hardware that encodes instead of x264, at the rate factor alone. */
  readonly hardware?: HardwareKind;
}

/**
 * Points that were measured over ten contents (docs/benchmarks.md), relative to `veryfast` with crf 20: `draft` takes a
 * third of its time, `balanced` two thirds at an SSIM not below it, `small` 2.4 times its time for a fifth fewer bytes.
 * `balanced` looks 12 frames ahead, not 20: that takes 60 MB less for each encoder, and about 1 % more bytes.
 */
export const H264_QUALITIES: Readonly<Record<RenderQuality, H264Settings>> = {
  draft: { preset: 'ultrafast', crf: 23, parameters: '' },
  balanced: { preset: 'superfast', crf: 19.2, parameters: 'mbtree=1:rc-lookahead=12:b-adapt=0' },
  small: { preset: 'medium', crf: 22, parameters: '' },
};

/** What a preset that optimises for viewers adds to the offset of the quantiser of colour. */
export const psychovisualOffset = ({ preset }: Pick<H264Settings, 'preset'>): number =>
  preset === H264_QUALITIES.small.preset ? -2 : 0;
