import type * as t from 'io-ts';
import { alternatives } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { boolean, number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { Source } from './source.js';

/** A volume factor; 1 keeps the level. */
export const Volume = withDefault(
  about(
    '0 is muted, 1 is full volume, more than 1 amplifies; peaks are limited.',
    number({ minimum: 0, maximum: LIMITS.volume }),
  ),
  1,
);

const ms = number({ minimum: 0, maximum: LIMITS.durationMs });
const fadeIn = withDefault(about('Duration of the fade-in, ms.', ms), 0);
const fadeOut = withDefault(
  about('Duration of the fade-out, which ends at the end of the clip or of its media, ms.', ms),
  0,
);
const frequency = number({ minimum: 10, maximum: 20_000 });
/** LUFS: EBU R 128. */
const loudness = number({ minimum: -60, maximum: -5 });

const FadeCurve = oneOf('linear', 'equalPower', 'exponential');
export type FadeCurve = t.TypeOf<typeof FadeCurve>;

/** Processing of a clip's sound; times in ms, frequencies in Hz. */
export const AudioProperties = about(
  "Processing of the clip's sound: noise reduction, filters, loudness, fades, then panning.",
  record(
    {
      fadeIn,
      fadeOut,
      curve: withDefault(
        about(
          'The curve of fades: `linear` in amplitude, `equalPower`, which keeps the power when two different sounds cross-fade, or `exponential`, which is linear in dB, from -100.',
          FadeCurve,
        ),
        'linear',
      ),
      pan: withDefault(
        about(
          '-1 is left, 0 is centre, 1 is right; the power is constant.',
          number({ minimum: -1, maximum: 1 }),
        ),
        0,
      ),
    },
    {
      curveOut: about('The curve of the fade-out. Default: `curve`.', FadeCurve),
      normalize: about(
        "Target loudness of the clip's sound before its volume is applied, LUFS (EBU R 128). Changes the level by at most 40 dB.",
        loudness,
      ),
      highpass: about('High-pass filter: attenuates lower frequencies by 12 dB per octave, Hz.', frequency),
      lowpass: about('Low-pass filter: attenuates higher frequencies by 12 dB per octave, Hz.', frequency),
      denoise: about(
        'Reduces steady noise by this many dB; `true` means 12.',
        alternatives('true, false or a number', { boolean, number: number({ minimum: 1, maximum: 40 }) }),
      ),
    },
  ),
  { title: 'AudioProperties' },
);
export type AudioProperties = t.TypeOf<typeof AudioProperties>;

const transition = (description: string, value: number) =>
  withDefault(about(description, number({ minimum: 1, maximum: 10_000 })), value);

const ducking = {
  by: withDefault(about('The change of the level, dB.', number({ minimum: -60, maximum: 0 })), -12),
  attack: transition('How long the level takes to fall, from the start of the other sound, ms.', 200),
  release: transition('How long the level takes to recover, from the end of the other sound, ms.', 500),
};

/** Lowers the sound of a clip while others are heard. */
export const Duck = about(
  'Lowers the sound while others are heard.',
  record({
    ...ducking,
    when: withDefault(
      about(
        'The ids of video and audio clips, which count while they are above -50 dBFS; or `speech`: while there is speech in any video or audio clip that is not ducked itself. Pauses of up to 500 ms are ignored.',
        alternatives('speech or a list of clip ids', {
          string: oneOf('speech'),
          array: array(string({ minLength: 1, maxLength: 255 }), 100),
        }),
      ),
      'speech',
    ),
  }),
  { title: 'Duck' },
);
export type Duck = t.TypeOf<typeof Duck>;

const SoundtrackDuck = about(
  'Lowers the soundtrack while there is speech.',
  record({
    ...ducking,
    when: withDefault(
      about('While there is speech in any video or audio clip that is not ducked itself.', oneOf('speech')),
      'speech',
    ),
  }),
  { title: 'SoundtrackDuck' },
);

export const Loudness = about(
  'Brings the whole mix to a target loudness (EBU R 128) with one factor of at most 40 dB; peaks are limited.',
  record({ target: withDefault(about('LUFS.', loudness), -14) }),
  { title: 'Loudness' },
);

/** Background audio of the whole video. */
export const Soundtrack = about(
  'Sound that plays from the start of the video, in addition to all clips.',
  record(
    {
      source: Source,
      volume: Volume,
      fadeIn,
      fadeOut: withDefault(
        about('Duration of the fade-out, which ends at the end of the video or of the sound, ms.', ms),
        0,
      ),
      loop: withDefault(about('Whether it repeats until the video ends.', boolean), false),
    },
    { duck: SoundtrackDuck },
  ),
  { title: 'Soundtrack' },
);
export type Soundtrack = t.TypeOf<typeof Soundtrack>;
