import { open, stat } from 'node:fs/promises';

/** Samples per second; one channel, 16 bits per sample. */
export const SPEECH_RATE = 16_000;
const BYTES_PER_MS = (SPEECH_RATE / 1000) * 2;

/** A sound to transcribe, and how many bytes of samples it has: see `Speech`. */
export interface SpeechFile {
  readonly path: string;
  readonly bytes: number;
}

export const openSpeech = async (path: string): Promise<SpeechFile> => {
  const { size } = await stat(path);
  return { path, bytes: size - (size % 2) };
};

/** Duration, ms. */
export const durationMs = ({ bytes }: SpeechFile): number => Math.floor(bytes / BYTES_PER_MS);

/** The header of a WAV file (RIFF: chunks of a name, a length and content) with so many bytes of samples. */
const header = (bytes: number): Buffer => {
  const text = (name: string): Buffer => Buffer.from(name, 'latin1');
  const long = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);
  const short = (value: number): Buffer => Buffer.from(Uint16Array.of(value).buffer);
  // PCM, one channel, the rates of samples and of bytes, bytes and bits of a sample.
  const format = [short(1), short(1), long(SPEECH_RATE), long(SPEECH_RATE * 2), short(2), short(16)];
  const chunks = [text('WAVEfmt '), long(16), ...format, text('data'), long(bytes)];
  return Buffer.concat([text('RIFF'), long(36 + bytes), ...chunks]);
};

/** A part of the sound, from and to in ms, as a WAV file. */
export const waveOfPart = async (
  { path, bytes }: SpeechFile,
  fromMs: number,
  toMs: number,
): Promise<Buffer> => {
  const from = Math.min(fromMs * BYTES_PER_MS, bytes);
  const sound = Buffer.alloc(Math.min(toMs * BYTES_PER_MS, bytes) - from);
  const file = await open(path, 'r');
  try {
    const { bytesRead } = await file.read(sound, 0, sound.length, from);
    return Buffer.concat([header(bytesRead), sound.subarray(0, bytesRead)]);
  } finally {
    await file.close();
  }
};
