import type { EncoderSettings } from '../../../../domain/render/render-output.js';
import type { MatchingSettings } from '../../h264/matching-settings.js';
import { encodedAs, type PictureCodec } from '../../compose/picture-codec.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { ComposeEncoding } from '../../ports/media-engine.js';
import { type SoundCodec, soundEncoding } from '../../sound/sound-commands.js';

/** The settings of a sound by the names of ffmpeg's options. */
const audioSettings = (sound: SoundCodec): EncoderSettings['audio'] => {
  const { encoder, bitRate } = soundEncoding(sound);
  return { 'c:a': encoder, ...(bitRate === undefined ? {} : { 'b:a': `${bitRate / 1000}k` }) };
};

/** The settings of a picture by the names of ffmpeg's options. */
const pictureSettings = ({
  encoder,
  encoderOptions: { profile, ...options },
  pixelFormat,
}: ComposeEncoding): Readonly<Record<string, string>> => ({
  'c:v': encoder,
  ...(profile === undefined ? {} : { 'profile:v': profile }),
  ...(pixelFormat === undefined ? {} : { pix_fmt: pixelFormat }),
  ...options,
});

/**
 * The recorded settings with which an output is encoded.
 * @param matching the settings that match the source from which the other frames were copied
 */
export const encoderSettings = (
  codec: PictureCodec,
  sound: SoundCodec,
  { rate }: RenderPlan,
  matching?: MatchingSettings,
): EncoderSettings => ({
  video: {
    ...pictureSettings(encodedAs(codec, rate)),
    ...(matching ? { matching: `init-qp=${matching.initialQp}:${matching.parameters}` } : {}),
  },
  audio: audioSettings(sound),
});
