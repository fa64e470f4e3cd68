import type { FileInput } from '../ports/media-engine.js';
import type { SoundEncoding } from '../ports/mix-request.js';
import { CHANNELS, SAMPLE_RATE } from '../plan/sound/samples.js';
import type { SoundPart } from '../plan/sound/sound-plan.js';
import { noiseFilters, type NoiseReduction } from './noise-profile.js';
import { openedAt, SEEKABLE } from '../compose/source-input.js';

/** The fields of a part that its decoding depends on. */
export interface DecodedPart extends Omit<SoundPart, 'shaping'> {
  readonly shaping?: { readonly denoise: NoiseReduction | undefined };
}

export interface SoundSource {
  readonly input: FileInput;
  /** The number of its stream; `a`: the first sound. */
  readonly stream: string;
  /** The filters of FFmpeg that its samples pass through; may be empty. */
  readonly filters: string;
}

/** How far before its offset a source is opened, in seconds: decoders need preceding packets after a seek. */
const RUN_UP = 5;

/** Plays a mono source in both channels at its own level; FFmpeg's up-mix would lower it by 3 dB. */
const toStereo = (channels: number): string => (channels === 1 ? 'pan=stereo|c0=c0|c1=c0,' : '');

/** The first sound stream of a source, with every channel at its level. */
export const firstSound = (path: string): SoundSource => ({
  input: { _tag: 'Source', path },
  stream: 'a',
  filters: `aresample=${SAMPLE_RATE},aformat=sample_fmts=flt:channel_layouts=stereo`,
});

/** The samples of a part, with silence where the timestamps of the source have gaps. */
export const soundSource = (part: DecodedPart): SoundSource => {
  const { path, container, stream, channels, from, to, offset, shaping } = part;
  const seek = SEEKABLE.test(container) ? Math.max(0, Math.floor(offset / SAMPLE_RATE) - RUN_UP) : 0;
  const start = offset - seek * SAMPLE_RATE;
  return {
    input: openedAt(path, container, seek, part),
    stream: String(stream),
    filters: `${toStereo(channels)}aresample=${SAMPLE_RATE}:async=1:first_pts=0,aformat=sample_fmts=flt:channel_layouts=stereo,atrim=start_sample=${start}:end_sample=${start + to - from}${shaping?.denoise ? `,${noiseFilters(shaping.denoise)}` : ''}`,
  };
};

/** The encoding of the mix: the codec, and the bit rate of lossy ones. */
export interface SoundCodec {
  readonly codec: 'aac' | 'opus' | 'mp3' | 'pcm';
  /** kbit/s */
  readonly rate: number;
}

const SOUND_CODECS: Readonly<Record<SoundCodec['codec'], readonly [encoder: string, container: string]>> = {
  aac: ['aac', 'mp4'],
  opus: ['libopus', 'webm'],
  mp3: ['libmp3lame', 'mp3'],
  pcm: ['pcm_s16le', 'wav'],
};

/** How the mix is encoded as the sound of an output. */
export const soundEncoding = ({ codec, rate }: SoundCodec): SoundEncoding => {
  const [encoder, format] = SOUND_CODECS[codec];
  return {
    encoder,
    format,
    ...(codec === 'pcm' ? {} : { bitRate: rate * 1000 }),
    sampleRate: SAMPLE_RATE,
    channels: CHANNELS,
  };
};

/** The encoding of the mix for transcription, as `RecordedSpeech` requires. */
export const SPEECH: SoundEncoding = {
  encoder: 'pcm_s16le',
  format: 's16le',
  sampleRate: 16_000,
  channels: 1,
};
