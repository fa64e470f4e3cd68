import type { EncoderSettings } from '../../../../domain/render/render-output.js';
import { H264_QUALITIES, type H264Settings } from '../../compose/h264-qualities.js';

/**
 * How H.264 was encoded, from what a render recorded: the defaults may have changed since. Undefined for renders that
 * recorded nothing.
 */
export const recordedH264 = (encoder: EncoderSettings | undefined): H264Settings | undefined => {
  const { preset, crf } = encoder?.video ?? {};
  if (preset === undefined || crf === undefined) return undefined;
  const named = Object.values(H264_QUALITIES).find(
    (quality) => quality.preset === preset && quality.crf === Number(crf),
  );
  return named ?? { preset, crf: Number(crf), parameters: '' };
};
