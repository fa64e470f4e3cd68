import type { MediaCommand, MediaInput } from '../ports/media-encoder.js';
import { CHANNELS, SAMPLE_RATE } from '../plan/sound/samples.js';
import type { SoundPart } from '../plan/sound/sound-plan.js';
import { noiseFilters, type NoiseReduction } from './noise-profile.js';
import { ffmpegInput } from '../compose/ffmpeg-command.js';
import { openedAt, SEEKABLE } from '../compose/source-input.js';

/** The fields of a part that its decoding depends on. */
export interface DecodedPart extends Omit<SoundPart, 'shaping'> {
  readonly shaping?: { readonly denoise: NoiseReduction | undefined };
}

/** How far before its offset a source is opened, in seconds: decoders need preceding packets after a seek. */
const RUN_UP = 5;

/** A mono source plays in both channels at its own level; ffmpeg's own up-mix would lower it by 3 dB. */
const toStereo = (channels: number): string => (channels === 1 ? 'pan=stereo|c0=c0|c1=c0,' : '');

/** The command that writes a part's samples to standard output, with silence in gaps of the source's timestamps. */
export const decodeCommand = (part: DecodedPart): MediaCommand => {
  const { path, container, stream, channels, from, to, offset, shaping } = part;
  const seek = SEEKABLE.test(container) ? Math.max(0, Math.floor(offset / SAMPLE_RATE) - RUN_UP) : 0;
  const start = offset - seek * SAMPLE_RATE;
  return {
    inputs: [ffmpegInput(openedAt(path, container, seek, part))],
    filterGraph: undefined,
    outputOptions: [
      '-map',
      `0:${stream}`,
      '-vn',
      '-af',
      `${toStereo(channels)}aresample=${SAMPLE_RATE}:async=1:first_pts=0,aformat=sample_fmts=flt:channel_layouts=stereo,atrim=start_sample=${start}:end_sample=${start + to - from}${shaping?.denoise ? `,${noiseFilters(shaping.denoise)}` : ''}`,
      '-f',
      'f32le',
    ],
    output: 'pipe:1',
  };
};

const mixInput: MediaInput = {
  _tag: 'Intermediate',
  path: 'pipe:0',
  options: [
    '-protocol_whitelist',
    'pipe',
    '-f',
    'f32le',
    '-ar',
    String(SAMPLE_RATE),
    '-ac',
    String(CHANNELS),
  ],
};

/** The encoding of the mix: the codec, and the bit rate of lossy ones. */
export interface SoundCodec {
  readonly codec: 'aac' | 'opus' | 'mp3' | 'pcm';
  /** kbit/s */
  readonly rate: number;
}

/** Encoder and container of each codec. */
const SOUND_CODECS: Readonly<Record<SoundCodec['codec'], readonly [encoder: string, container: string]>> = {
  aac: ['aac', 'mp4'],
  opus: ['libopus', 'webm'],
  mp3: ['libmp3lame', 'mp3'],
  pcm: ['pcm_s16le', 'wav'],
};

/** The audio options of an encoding. */
export const soundOptions = ({ codec, rate }: SoundCodec): ReadonlyArray<string> => [
  '-c:a',
  SOUND_CODECS[codec][0],
  ...(codec === 'pcm' ? [] : ['-b:a', `${rate}k`]),
  '-fflags',
  '+bitexact',
];

/** The command that encodes the mix as the audio of an output. */
export const encodeSoundCommand = (codec: SoundCodec, output: string): MediaCommand => ({
  inputs: [mixInput],
  filterGraph: undefined,
  outputOptions: [...soundOptions(codec), '-f', SOUND_CODECS[codec.codec][1]],
  output,
});

/** The command that writes the mix for transcription: WAV, 16 kHz, mono, 16 bit. */
export const speechCommand = (output: string): MediaCommand => ({
  inputs: [mixInput],
  filterGraph: undefined,
  outputOptions: ['-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', '-fflags', '+bitexact', '-f', 'wav'],
  output,
});
