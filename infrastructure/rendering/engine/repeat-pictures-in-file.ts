import { renameSync } from 'node:fs';
import { FFmpegError, Rational } from 'node-av/lib';
import { parameterSetsIn } from '../../../workers/render/h264/parameter-sets.js';
import type { RepeatedPictures } from '../../../workers/render/ports/media-engine.js';
import { repeatPictures } from '../../../workers/render/ways/repeated/repeat-pictures.js';
import { Muxer, packetsOf } from './muxer.js';
import { openHeader } from './open-input.js';
import { StreamPackets } from './stream-packets.js';

/** Replaces an MP4 of encoded pictures by one that shows each of them for some frames. */
export const repeatPicturesInFile = (path: string, repetition: RepeatedPictures): void => {
  const reader = new StreamPackets({ _tag: 'Intermediate', path }, 'v', openHeader);
  const { codecpar } = reader.stream;
  const sets = parameterSetsIn(codecpar.extradata ?? Buffer.alloc(0));
  const samples: Uint8Array[] = [];
  for (const { data } of reader.all()) samples.push(Uint8Array.from(data ?? []));
  const frames = sets && repeatPictures({ sets, samples }, repetition);
  if (!frames) throw new RangeError('the encoder wrote pictures that cannot be repeated');
  const own = `${path}.repetition`;
  const muxer = new Muxer('mp4', own);
  const stream = muxer.addStream();
  FFmpegError.throwIfError(codecpar.copy(stream.codecpar), 'parameters');
  const frame = new Rational(repetition.rate.den, repetition.rate.num);
  stream.timeBase = frame;
  muxer.start({ fflags: '+bitexact' });
  const shown = frames.map(({ bytes, isKey }, at) => ({ data: Buffer.from(bytes), at, duration: 1, isKey }));
  for (const packet of packetsOf(shown, frame, stream)) muxer.write(packet);
  muxer.finish();
  muxer.close();
  reader.close();
  renameSync(own, path);
};
