import type * as t from 'io-ts';
import { alternatives } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { boolean, number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { Source } from './source.js';

/** A factor; 1 leaves a sound as loud as it is. */
export const Volume = withDefault(
  about(
    '0 is muted, 1 is full volume, more amplifies: what gets too loud is limited.',
    number({ minimum: 0, maximum: LIMITS.volume }),
  ),
  1,
);

const ms = number({ minimum: 0, maximum: LIMITS.durationMs });
const fadeIn = withDefault(about('How many ms the sound takes to reach its volume.', ms), 0);
const fadeOut = withDefault(
  about('How many ms the sound takes to fall silent, at the end of the clip or of its media.', ms),
  0,
);
const frequency = number({ minimum: 10, maximum: 20_000 });
/** LUFS: EBU R 128. */
const loudness = number({ minimum: -60, maximum: -5 });

const FadeCurve = oneOf('linear', 'equalPower');
export type FadeCurve = t.TypeOf<typeof FadeCurve>;

/** What is done to the sound of a clip; times in ms, frequencies in Hz. */
export const AudioProperties = about(
  'What is done to the sound of the clip: noise reduction, filters, loudness, fades, then panning.',
  record(
    {
      fadeIn,
      fadeOut,
      curve: withDefault(
        about(
          'How fades run: `linear` in amplitude, or `equalPower`, which keeps the power of a cross-fade of two different sounds.',
          FadeCurve,
        ),
        'linear',
      ),
      pan: withDefault(
        about('-1 is left, 0 the middle, 1 right; the power stays.', number({ minimum: -1, maximum: 1 })),
        0,
      ),
    },
    {
      normalize: about(
        'Loudness that the sound of the clip is brought to before its volume applies, LUFS (EBU R 128); by at most 40 dB.',
        loudness,
      ),
      highpass: about('Softens what is lower, Hz: 12 dB an octave.', frequency),
      lowpass: about('Softens what is higher, Hz: 12 dB an octave.', frequency),
      denoise: about(
        'Reduces steady noise, by as many dB as it says; `true` is 12.',
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
  by: withDefault(about('The change of its level, dB.', number({ minimum: -60, maximum: 0 })), -12),
  attack: transition('How many ms the level takes to fall, from the start of the other sound.', 200),
  release: transition('How many ms the level takes to rise again, from the end of the other sound.', 500),
};

/** Makes the sound of a clip softer while others are heard. */
export const Duck = about(
  'Makes the sound softer while others are heard.',
  record({
    ...ducking,
    when: withDefault(
      about(
        'The ids of video and audio clips: while one of them is heard, above -50 dBFS. `speech`: while somebody speaks in any video or audio clip that is not ducked itself. Pauses of up to 500 ms do not count.',
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
  'Makes the soundtrack softer while somebody speaks.',
  record({
    ...ducking,
    when: withDefault(
      about('While somebody speaks in any video or audio clip that is not ducked itself.', oneOf('speech')),
      'speech',
    ),
  }),
  { title: 'SoundtrackDuck' },
);

/** How loud a video is as a whole. */
export const Loudness = about(
  'Brings the whole mix to a loudness (EBU R 128): by one factor, of at most 40 dB; peaks are limited.',
  record({ target: withDefault(about('LUFS.', loudness), -14) }),
  { title: 'Loudness' },
);

/** Music for the whole video. */
export const Soundtrack = about(
  'Sound that plays from the start of the video, below all clips.',
  record(
    {
      source: Source,
      volume: Volume,
      fadeIn,
      fadeOut: withDefault(
        about('How many ms it takes to fall silent, at the end of the video or of the sound.', ms),
        0,
      ),
      loop: withDefault(about('Whether it starts again until the video ends.', boolean), false),
    },
    { duck: SoundtrackDuck },
  ),
  { title: 'Soundtrack' },
);
export type Soundtrack = t.TypeOf<typeof Soundtrack>;
