import { createHash } from 'node:crypto';
import { AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import {
  type DecodedHashes,
  type FileInput,
  HASHED_SAMPLES,
} from '../../../workers/render/ports/media-engine.js';
import { optionsOf } from './input-limits.js';
import { openInput } from './open-input.js';
import { SoundReader } from './sound-reader.js';
import { StreamDecoder } from './stream-decoder.js';

const BYTES_PER_SAMPLE = 4;

const hashOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

const framesOf = (input: FileInput): Pick<DecodedHashes, 'frames' | 'size'> => {
  const decoder = new StreamDecoder(input, 'v');
  const frames: string[] = [];
  let size: string | null = null;
  for (let frame = decoder.next(); frame; frame = decoder.next()) {
    size ??= `${frame.width}x${frame.height}`;
    frames.push(hashOf(frame.toBuffer()));
    frame.free();
  }
  decoder.close();
  return { frames, size };
};

const blocksOf = (input: FileInput): Pick<DecodedHashes, 'blocks' | 'samples'> => {
  const sound = new SoundReader({ input, stream: 'a', filters: `asetnsamples=n=${HASHED_SAMPLES}:p=0` });
  const blocks: string[] = [];
  let samples = 0;
  for (let block = sound.next(); block; block = sound.next()) {
    blocks.push(hashOf(block));
    samples += block.length / BYTES_PER_SAMPLE;
  }
  sound.close();
  return { blocks, samples };
};

/** Hashes every decoded frame in its own pixel format, and every block of decoded samples. */
export const hashDecoded = (path: string): DecodedHashes => {
  const input = { _tag: 'Intermediate', path } as const;
  const file = openInput(path, optionsOf(input));
  const parameters = file.streams.map(({ codecpar }) => codecpar);
  const sound = parameters.find(({ codecType }) => codecType === AVMEDIA_TYPE_AUDIO);
  const hasPicture = parameters.some(({ codecType }) => codecType === AVMEDIA_TYPE_VIDEO);
  const sampleRate = sound?.sampleRate ?? 0;
  file.closeInputSync();
  return {
    ...(hasPicture ? framesOf(input) : { frames: [], size: null }),
    ...(sound ? blocksOf(input) : { blocks: [], samples: 0 }),
    sampleRate,
  };
};
