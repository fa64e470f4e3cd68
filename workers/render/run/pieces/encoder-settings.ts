import type { EncoderSettings } from '../../../../domain/render/render-output.js';
import type { MatchingSettings } from '../../compose/h264/matching-settings.js';
import { codecOptions, type PictureCodec } from '../../compose/picture-codec.js';
import type { RenderPlan } from '../../plan/plan.js';
import { type SoundCodec, soundOptions } from '../../sound/sound-commands.js';

/** Options that are about files, not about encoding. */
const NOT_ENCODING: ReadonlySet<string> = new Set(['frames:v', 'f', 'fflags']);

/** The options of ffmpeg that have a value, by name. */
const valuesOf = (options: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    options.flatMap((option, index) => {
      const [name, value] = [option.slice(1), options[index + 1]];
      const isSetting = option.startsWith('-') && value?.startsWith('-') === false;
      return isSetting && !NOT_ENCODING.has(name) ? [[name, value]] : [];
    }),
  );

/**
 * How an output is encoded.
 * @param matching the parameter sets of the source from which the other frames were copied
 */
export const encoderSettings = (
  codec: PictureCodec,
  sound: SoundCodec,
  { rate }: RenderPlan,
  matching?: MatchingSettings,
): EncoderSettings => ({
  video: {
    ...valuesOf(codecOptions(codec, rate, 0)),
    ...(matching ? { matching: `init-qp=${matching.initialQp}:${matching.parameters}` } : {}),
  },
  audio: valuesOf(soundOptions(sound)),
});
