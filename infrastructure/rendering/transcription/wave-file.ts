import { open } from 'node:fs/promises';
import type { RenderError } from '../../../domain/render/failure-cause.js';
import { transcriptionFailed } from './transcription-failed.js';

/** Samples per second; one channel, 16 bits per sample. */
export const SAMPLE_RATE = 16_000;

/** Bytes of one millisecond of sound. */
const BYTES_PER_MS = (SAMPLE_RATE / 1000) * 2;
const HEADER_BYTES = 44;
/** Far more than any program writes before the samples. */
const MOST_HEADER_BYTES = 64 * 1024;

/** Where the samples of a WAV file are. */
export interface WaveFile {
  readonly path: string;
  readonly dataOffset: number;
  readonly dataBytes: number;
}

/** Duration, ms. */
export const durationMs = ({ dataBytes }: WaveFile): number => Math.floor(dataBytes / BYTES_PER_MS);

const unusable = (): RenderError =>
  transcriptionFailed('the sound to transcribe is not a WAV file of 16 kHz, mono, 16 bit', {
    retryable: false,
  });

/** PCM, one channel, 16 000 samples per second, 16 bits per sample. */
const isExpectedFormat = (format: Buffer): boolean =>
  format.length >= 16 &&
  format.readUInt16LE(0) === 1 &&
  format.readUInt16LE(2) === 1 &&
  format.readUInt32LE(4) === SAMPLE_RATE &&
  format.readUInt16LE(14) === 16;

/**
 * Finds the samples in a WAV file (RIFF: chunks of a name, a length and content). A length beyond the end of the file,
 * as programs leave it when they write to a pipe, counts as the rest of the file.
 * @throws RenderError when it is not 16 kHz mono 16-bit PCM
 */
export const openWave = async (path: string): Promise<WaveFile> => {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_HEADER_BYTES), 0, MOST_HEADER_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE')
      throw unusable();
    let formatSeen = false;
    for (let at = 12; at + 8 <= head.length;) {
      const name = head.toString('latin1', at, at + 4);
      const length = head.readUInt32LE(at + 4);
      const start = at + 8;
      if (name === 'fmt ') formatSeen = isExpectedFormat(head.subarray(start, start + length));
      if (name === 'data' && formatSeen) {
        const bytes = Math.min(length, size - start);
        return { path, dataOffset: start, dataBytes: bytes - (bytes % 2) };
      }
      at = start + length + (length % 2);
    }
    throw unusable();
  } finally {
    await file.close();
  }
};

const header = (dataBytes: number): Buffer => {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(SAMPLE_RATE, 24);
  bytes.writeUInt32LE(SAMPLE_RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(dataBytes, 40);
  return bytes;
};

/** A part of the audio, from and to in ms, as a separate WAV file. */
export const waveOfPart = async (wave: WaveFile, fromMs: number, toMs: number): Promise<Buffer> => {
  const from = Math.min(fromMs * BYTES_PER_MS, wave.dataBytes);
  const length = Math.min(toMs * BYTES_PER_MS, wave.dataBytes) - from;
  const file = await open(wave.path, 'r');
  try {
    const sound = Buffer.alloc(length);
    const { bytesRead } = await file.read(sound, 0, length, wave.dataOffset + from);
    return Buffer.concat([header(bytesRead), sound.subarray(0, bytesRead)]);
  } finally {
    await file.close();
  }
};
