import { joined, words } from '../h264/bytes.js';
import { boxOf } from './boxes.js';
import { CHANNELS, SAMPLE_RATE } from '../plan/sound/samples.js';

// AAC (ISO/IEC 14496-3) of silence, in an MP4 as ffmpeg writes it for encoded sound.

/** A pair of channels in which no coefficient differs from zero: what encoders make of silence. */
const SILENT_FRAME = Uint8Array.of(0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c);
/** The samples of each channel in a frame. */
const FRAME_SAMPLES = 1024;
/** Players leave these out at the beginning, as after other encoded sound: encoders begin with a frame of run-up. */
const PRIMING = FRAME_SAMPLES;
/** Low complexity, 48 kHz, two channels, no spectral band replication. */
const CONFIGURATION = Uint8Array.of(0x11, 0x90, 0x56, 0xe5, 0x00);

const bytes = (...values: ReadonlyArray<number>): Uint8Array => Uint8Array.from(values);
const halves = (...values: ReadonlyArray<number>): Uint8Array =>
  Uint8Array.from(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));
const text = (letters: string): Uint8Array => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));

/** Version 0 and no flags. */
const PLAIN = words([0]);
const MATRIX = words([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]);
/** The language "und". */
const UNDETERMINED = 0x55c4;

/** A descriptor (ISO/IEC 14496-1): its tag, its length and its content. */
const descriptor = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const content = joined(parts);
  return joined([bytes(tag, content.length), content]);
};

/** How the decoder is configured. @param rate bit/s */
const elementaryStream = (rate: number): Uint8Array =>
  boxOf(
    'esds',
    PLAIN,
    descriptor(
      3,
      bytes(0, 1, 0),
      descriptor(4, bytes(0x40, 0x15, 0, 0, 0), words([rate, rate]), descriptor(5, CONFIGURATION)),
      descriptor(6, bytes(2)),
    ),
  );

const sampleEntry = (rate: number): Uint8Array =>
  boxOf(
    'mp4a',
    words([0]),
    halves(0, 1),
    words([0, 0]),
    halves(CHANNELS, 16),
    words([0, SAMPLE_RATE * 0x1_0000]),
    elementaryStream(rate),
  );

/** The tables of equal frames that follow one another in one chunk. @param firstByte where they begin in the file */
const sampleTable = (frames: number, lastSamples: number, rate: number, firstByte: number): Uint8Array => {
  const lengths = frames === 1 ? [1, 1, lastSamples] : [2, frames - 1, FRAME_SAMPLES, 1, lastSamples];
  return boxOf(
    'stbl',
    boxOf('stsd', PLAIN, words([1]), sampleEntry(rate)),
    boxOf('stts', PLAIN, words(lengths)),
    boxOf('stsc', PLAIN, words([1, 1, frames, 1])),
    boxOf('stsz', PLAIN, words([SILENT_FRAME.length, frames])),
    boxOf('stco', PLAIN, words([1, firstByte])),
    // Decoding may begin at each frame, and is right from the next one on.
    boxOf('sgpd', words([0x0100_0000]), text('roll'), words([2, 1]), halves(0xffff)),
    boxOf('sbgp', PLAIN, text('roll'), words([1, frames, 1])),
  );
};

/**
 * Silence as the encoder of `soundEncoding` writes it, without its name: it decodes to as many samples, all zero.
 * @param samples how many samples each channel has, at least one
 * @param rate the bit rate that is asked for, in kbit/s
 * @returns the bytes of an MP4
 */
export const silentAac = (samples: number, rate: number): Uint8Array => {
  const length = samples + PRIMING;
  const frames = Math.ceil(length / FRAME_SAMPLES);
  const kind = boxOf('ftyp', text('isom'), words([0x200]), text('isomiso2mp41'));
  const sound = new Uint8Array(frames * SILENT_FRAME.length);
  for (let frame = 0; frame < frames; frame += 1) sound.set(SILENT_FRAME, frame * SILENT_FRAME.length);
  const media = boxOf('mdat', sound);
  const firstByte = kind.length + media.length - sound.length;
  const lastSamples = length - (frames - 1) * FRAME_SAMPLES;
  const movie = boxOf(
    'moov',
    boxOf(
      'mvhd',
      PLAIN,
      words([0, 0, SAMPLE_RATE, samples, 0x1_0000]),
      halves(0x100, 0),
      words([0, 0]),
      MATRIX,
      words([0, 0, 0, 0, 0, 0, 2]),
    ),
    boxOf(
      'trak',
      boxOf('tkhd', words([3, 0, 0, 1, 0, samples, 0, 0]), halves(0, 1, 0x100, 0), MATRIX, words([0, 0])),
      boxOf('edts', boxOf('elst', PLAIN, words([1, samples, PRIMING, 0x1_0000]))),
      boxOf(
        'mdia',
        boxOf('mdhd', PLAIN, words([0, 0, SAMPLE_RATE, length]), halves(UNDETERMINED, 0)),
        boxOf('hdlr', PLAIN, words([0]), text('soun'), words([0, 0, 0]), text('SoundHandler\0')),
        boxOf(
          'minf',
          boxOf('smhd', PLAIN, words([0])),
          boxOf('dinf', boxOf('dref', PLAIN, words([1]), boxOf('url ', words([1])))),
          sampleTable(frames, lastSamples, rate * 1000, firstByte),
        ),
      ),
    ),
  );
  return joined([kind, media, movie]);
};
