import { readFileSync, writeFileSync } from 'node:fs';
import type { Listened, ListenJob, RecordJob } from './sound-job.js';
import { SoundReader } from './sound-reader.js';
import { SoundWriter } from './sound-writer.js';

const readers = new Map<number, SoundReader>();
const writers = new Map<number, SoundWriter>();

/** Decodes the next samples of a sound. */
export const listen = ({ sound, opens, bytes, path }: ListenJob): Listened => {
  const reader = opens ? new SoundReader(opens) : readers.get(sound);
  if (!reader) throw new Error('no such sound is open');
  readers.set(sound, reader);
  const samples = reader.read(bytes);
  const isEnd = samples.length < bytes || bytes === 0;
  if (bytes > 0) writeFileSync(path, samples);
  if (isEnd) {
    reader.close();
    readers.delete(sound);
  }
  return { bytes: samples.length, isEnd };
};

/** Opens a sound, encodes its next samples, or completes it. */
export const record = ({ sound, opens, samples, isComplete }: RecordJob): null => {
  const writer = opens ? new SoundWriter(opens) : writers.get(sound);
  if (!writer) throw new Error('no such sound is open');
  writers.set(sound, writer);
  if (samples !== undefined) writer.write(readFileSync(samples));
  if (isComplete) {
    writer.finish();
    writers.delete(sound);
  }
  return null;
};
